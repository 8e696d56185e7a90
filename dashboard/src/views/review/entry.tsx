import { Alert, Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { REJECTION_REASONS } from '../../../../src/registry/reviews';
import { REVIEW_QUEUE } from '../../api/topics';
import { useViewer } from '../../app/viewer';
import { formatBytes, formatTime, textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { type Pair, Pairs } from '../../kit/pairs';
import { useReloadedView } from '../../kit/use-reloaded-view';
import { Claim } from './claim';
import { Decision } from './decision';
import { InternalNotes } from './internal-notes';
import { useReasonName } from './reasons';
import { type ReviewEntry, readEntry } from './review-api';
import { ReviewedFiles } from './reviewed-files';

/** The interval of reads while no stream reports changes of the queue. */
const POLL_MILLISECONDS = 15_000;

/** Reads an upload that is or was under review. */
export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  readEntry(params['uploadId'] ?? '', signal);

/**
 * An upload that is or was under review: what it is, what the scan found, its files, the notes of
 * moderators, and the decision. While the review is pending, it has the buttons of `Claim`, and the
 * view loads again when the queue changes. The claim of another moderator disables the decision.
 */
export function Component() {
  const { entry, contents } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const viewer = useViewer();
  const isPending = entry.state === 'pending';
  const isOthers = entry.holder !== null && entry.holder.id !== viewer.id;
  useReloadedView(POLL_MILLISECONDS, isPending, REVIEW_QUEUE);
  return (
    <>
      <p className="mod-head">
        <Link to="/review">{t('review.back')}</Link>
      </p>
      <Head
        title={entry.filename}
        lead={`${textOf(entry.modTitle)} ${entry.version}`}
        action={isPending && <Claim entry={entry} />}
      />
      {isPending && entry.holder && isOthers && (
        <Alert color="gray" mb="md">
          {t('review.heldByOther', {
            name: entry.holder.username,
            when: entry.heldUntil ? formatTime(entry.heldUntil) : '',
          })}
        </Alert>
      )}
      {!isPending && <Outcome entry={entry} />}
      <Facts entry={entry} />
      <Findings findings={entry.findings} />
      <ReviewedFiles contents={contents} />
      <InternalNotes entry={entry} />
      <Decision entry={entry} isBlocked={isOthers} />
    </>
  );
}

function Facts({ entry }: { readonly entry: ReviewEntry }) {
  const { t } = useTranslation();
  const nameOf = useReasonName();
  const { creator, sizeBytes, fileKind } = entry;
  const digest = (text: string) => <code className="digest">{text}</code>;
  const pairs: readonly Pair[] = [
    [
      t('review.mod'),
      <a key="mod" href={`/mods/${entry.modId}`}>
        {textOf(entry.modTitle)}
      </a>,
    ],
    [
      t('review.creator'),
      <a key="creator" href={`/users/${creator.username}`}>
        {creator.username}
      </a>,
    ],
    [t('review.file'), `${formatBytes(sizeBytes)} · ${t(`fileKind.${fileKind}`)}`],
    [t('review.waitsSince'), formatTime(entry.since)],
    ['SHA-256', digest(entry.expectedSha256)],
    [t('review.engine'), engineOf(entry.scan) ?? t('review.noEngine')],
    [t('review.correlation'), digest(entry.supportCorrelationId)],
  ];
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">{t('review.facts')}</h2>
      <Group gap="xs" mb="md">
        {entry.reasons.map((reason) => (
          <Badge key={reason} color="red" variant="light">
            {nameOf(reason)}
          </Badge>
        ))}
      </Group>
      <Pairs pairs={pairs} />
    </section>
  );
}

/** The name and version of the scanner, from the record of the scan; null if it has no name. */
function engineOf(scan: unknown): string | null {
  if (typeof scan !== 'object' || scan === null || !('engine' in scan)) return null;
  const { engine } = scan;
  if (typeof engine !== 'object' || engine === null || !('name' in engine)) return null;
  const version = 'version' in engine && engine.version ? ` ${String(engine.version)}` : '';
  return `${String(engine.name)}${version}`;
}

/** The findings of the scan, with the texts that the creator reads. */
function Findings({ findings }: Pick<ReviewEntry, 'findings'>) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="findings">
      <h2 id="findings">{t('review.findings')}</h2>
      {findings.length === 0 && <p className="dim">{t('review.noFindings')}</p>}
      <ul className="rows">
        {findings.map(({ code, path, found, why, fix }) => (
          <li key={`${code} ${path} ${found}`}>
            <div className="grow">
              <span className="name-inline">{found}</span>
              {path !== null && <code className="digest">{path}</code>}
              <div>{why}</div>
              <div className="dim">{fix}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The decision, or the message that the review ended without one. */
function Outcome({ entry }: { readonly entry: ReviewEntry }) {
  const { t } = useTranslation();
  const { state, decidedBy, decidedAt, publicNote, rejectionReason } = entry;
  if (state !== 'approved' && state !== 'rejected') {
    return <Alert mb="md">{t('review.over')}</Alert>;
  }
  const reason = REJECTION_REASONS.find((known) => known === rejectionReason);
  return (
    <Alert
      color={state === 'approved' ? 'green' : 'red'}
      mb="md"
      title={t(state === 'approved' ? 'review.approvedBy' : 'review.rejectedBy', {
        name: decidedBy?.username ?? '',
        when: decidedAt ? formatTime(decidedAt) : '',
      })}
    >
      {reason && <p>{t(`rejection.${reason}`)}</p>}
      {publicNote && <p className="note">{publicNote}</p>}
    </Alert>
  );
}
