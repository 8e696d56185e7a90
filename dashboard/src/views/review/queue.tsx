import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { REVIEW_REASONS } from '../../../../src/registry/reviews';
import { REVIEW_QUEUE } from '../../api/topics';
import { useViewer } from '../../app/viewer';
import { FilterSelect } from '../../kit/filter-select';
import { formatAgo, formatBytes, textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { knownFilter } from '../../kit/use-filters';
import { useReloadedView } from '../../kit/use-reloaded-view';
import { useReasonName } from './reasons';
import { type QueueItem, readQueue } from './review-api';

/** The interval of reads while no stream reports changes of the queue. */
const POLL_MILLISECONDS = 15_000;
const STATES = ['pending', 'approved', 'rejected'] as const;

/** Reads the first page of the queue. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const filter = {
    state: knownFilter(url, 'state', STATES) ?? 'pending',
    reason: knownFilter(url, 'reason', REVIEW_REASONS),
  };
  return { filter, page: await readQueue(filter, null, signal) };
}

/**
 * The uploads that wait for a moderator, with their claims. With the filter `state`, the approved
 * or the rejected ones instead. When the queue changes, the first page loads again and replaces all
 * pages.
 */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, (cursor) => readQueue(filter, cursor));
  useReloadedView(POLL_MILLISECONDS, true, REVIEW_QUEUE);
  return (
    <>
      <Head title={t('review.title')} lead={t('review.lead')} />
      <QueueFilters />
      <section className="card" aria-label={t('review.title')}>
        <RowList
          items={items}
          none={t('review.none')}
          more={more}
          row={(item) => <Row item={item} />}
        />
      </section>
    </>
  );
}

function QueueFilters() {
  const { t } = useTranslation();
  const nameOf = useReasonName();
  return (
    <search className="filters">
      <FilterSelect
        name="state"
        label={t('review.state')}
        choices={STATES.map((state) => ({
          value: state === 'pending' ? '' : state,
          label: t(`reviewState.${state}`),
        }))}
      />
      <FilterSelect
        name="reason"
        label={t('review.reason')}
        choices={[
          { value: '', label: t('review.anyReason') },
          ...REVIEW_REASONS.map((reason) => ({ value: reason, label: nameOf(reason) })),
        ]}
      />
    </search>
  );
}

function Row({ item }: { readonly item: QueueItem }) {
  const { t } = useTranslation();
  const nameOf = useReasonName();
  const { id, filename, modTitle, version, creator, sizeBytes, since, reasons } = item;
  return (
    <li>
      <div className="grow">
        <Link className="name" to={id}>
          {filename}
        </Link>
        <div>
          {textOf(modTitle)} {version}
        </div>
        <div className="dim">
          {t('review.by', { name: creator.username })} · {formatBytes(sizeBytes)} ·{' '}
          {t('review.since', { when: formatAgo(since) })}
        </div>
        <div className="dim">{reasons.map(nameOf).join(', ')}</div>
      </div>
      <Standing item={item} />
    </li>
  );
}

/** The moderator who works on an upload or decided about it. */
function Standing({ item: { state, holder, decidedBy } }: { readonly item: QueueItem }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  if (state === 'approved' || state === 'rejected') {
    return (
      <span>
        <Badge color={state === 'approved' ? 'green' : 'red'} variant="light">
          {t(`reviewState.${state}`)}
        </Badge>{' '}
        <span className="dim">{decidedBy?.username}</span>
      </span>
    );
  }
  if (!holder) return null;
  const isOwn = holder.id === viewer.id;
  return (
    <Badge color={isOwn ? 'accent' : 'gray'} variant="light">
      {isOwn ? t('review.claimedByYou') : t('review.claimedBy', { name: holder.username })}
    </Badge>
  );
}
