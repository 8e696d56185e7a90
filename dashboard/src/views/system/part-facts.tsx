import { useTranslation } from 'react-i18next';
import {
  formatAgo,
  formatBytes,
  formatNumber,
  formatSeconds,
  formatUtcDay,
} from '../../kit/format';
import { type Pair, Pairs } from '../../kit/pairs';
import { scannerDoubt } from './scanner-doubt';
import type { SystemStatus } from './system-api';

/** A card of facts, or the message that its part does not respond. */
function Card(props: {
  readonly id: string;
  readonly title: string;
  /** Null if the part does not respond. */
  readonly facts: readonly Pair[] | null;
  readonly warning?: string | null;
}) {
  const { id, title, facts, warning = null } = props;
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {warning !== null && <p className="warning">{warning}</p>}
      {facts === null ? <p className="warning">{t('system.noAnswer')}</p> : <Pairs pairs={facts} />}
    </section>
  );
}

/** The stored files, and the second store. */
export function StorageFacts(props: Pick<SystemStatus, 'storage' | 'mirror' | 'hasMirror'>) {
  const { storage, mirror, hasMirror } = props;
  const { t } = useTranslation();
  const ofMirror = (): Pair[] => {
    if (!hasMirror) return [[t('systemPart.mirror'), t('system.noMirror')]];
    if (mirror === null) return [[t('systemPart.mirror'), t('system.noAnswer')]];
    return [
      [t('system.missing'), formatNumber(mirror.missing)],
      [t('system.faulty'), formatNumber(mirror.faulty)],
    ];
  };
  const facts = (of: NonNullable<typeof storage>): Pair[] => [
    [t('system.blobs'), formatNumber(of.blobs)],
    [t('system.bytes'), formatBytes(of.sizeBytes)],
    [t('system.corrupt'), formatNumber(of.corruptBlobs)],
    [t('system.verification'), t('system.behind', { time: formatSeconds(of.overdueSeconds) })],
    ...ofMirror(),
  ];
  return (
    <Card id="storage" title={t('systemPart.storage')} facts={storage ? facts(storage) : null} />
  );
}

/**
 * The search engine and how far it is behind, with a warning while PostgreSQL replaces Meilisearch.
 */
export function SearchFacts({ search }: Pick<SystemStatus, 'search'>) {
  const { t } = useTranslation();
  const when = (at: string | null) => (at === null ? t('system.never') : formatAgo(at));
  const facts = (of: NonNullable<typeof search>): Pair[] => [
    [t('system.engine'), of.engine === 'meilisearch' ? 'Meilisearch' : 'PostgreSQL'],
    [t('system.waiting'), formatNumber(of.waiting)],
    [t('system.oldest'), formatSeconds(of.oldestWaitingSeconds)],
    [t('system.compared'), when(of.comparedAt)],
    [t('system.rebuilt'), when(of.rebuiltAt)],
  ];
  const warning = search?.isFallbackInUse ? t('system.fallback') : null;
  return (
    <Card
      id="search"
      title={t('systemPart.search')}
      facts={search ? facts(search) : null}
      warning={warning}
    />
  );
}

/**
 * The scanner and the age of its signatures, with a warning while its clean verdicts do not count.
 */
export function ScannerFacts({ scanner }: Pick<SystemStatus, 'scanner'>) {
  const { t } = useTranslation();
  const facts = ({ name, signatures, signaturesAt }: NonNullable<typeof scanner>): Pair[] => [
    [t('system.engine'), name],
    [t('system.signatures'), <code key="signatures">{signatures}</code>],
    [t('system.age'), signaturesAt === null ? t('system.unknownAge') : formatAgo(signaturesAt)],
  ];
  const warning = ({ doubt, signaturesAt }: NonNullable<typeof scanner>) => {
    const kind = scannerDoubt({ doubt, signaturesAt }, new Date());
    if (kind === null) return null;
    const day = signaturesAt === null ? '' : formatUtcDay(signaturesAt);
    return `${t(`scannerDoubt.${kind}`, { day, reason: doubt ?? '' })} ${t('system.doubt')}`;
  };
  return (
    <Card
      id="scanner"
      title={t('systemPart.scanner')}
      facts={scanner ? facts(scanner) : null}
      warning={scanner ? warning(scanner) : null}
    />
  );
}

/** The deliveries to webhooks, and the mails. */
export function MessageFacts({ messages }: Pick<SystemStatus, 'messages'>) {
  const { t } = useTranslation();
  const facts = (of: NonNullable<typeof messages>): Pair[] => [
    [t('system.events'), formatNumber(of.events)],
    [t('system.deliveries'), formatNumber(of.pending)],
    [t('system.retrying'), formatNumber(of.retrying)],
    [t('system.exhausted'), formatNumber(of.exhausted)],
    [t('system.disabled'), formatNumber(of.disabled)],
    [t('system.mailsWaiting'), formatNumber(of.mailsWaiting)],
    [t('system.mailsFailed'), formatNumber(of.mailsFailed)],
  ];
  return (
    <Card id="messages" title={t('system.messages')} facts={messages ? facts(messages) : null} />
  );
}
