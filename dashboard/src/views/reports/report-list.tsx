import { Badge, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { formatAgo, textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import type { Loading } from '../../kit/loading';
import { usePaged } from '../../kit/paged';
import { knownFilter, useFilters } from '../../kit/use-filters';
import { usePolling } from '../../kit/use-polling';
import { readReports } from './report-api';

const POLL_MILLISECONDS = 30_000;
const STATES = ['open', 'appealed', 'upheld', 'dismissed', 'confirmed', 'overturned'] as const;
const REASONS = ['malware', 'stolen', 'illegal', 'other'] as const;

/** Reads the first page of the reports. */
export async function loader({ request: { url, signal } }: Loading) {
  const filter = {
    state: knownFilter(url, 'state', STATES) ?? 'open',
    reason: knownFilter(url, 'reason', REASONS),
    modId: new URL(url).searchParams.get('mod'),
  };
  return { filter, page: await readReports(filter, null, signal) };
}

/** The reports of mods, those that wait for a decision first. */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { of, set } = useFilters();
  const { items, more } = usePaged(page, (cursor) => readReports(filter, cursor));
  usePolling(POLL_MILLISECONDS);
  return (
    <>
      <Head title={t('reports.title')} lead={t('reports.lead')} />
      <search className="filters">
        <NativeSelect
          label={t('review.state')}
          value={of('state')}
          onChange={(event) => set('state', event.currentTarget.value)}
          data={STATES.map((state) => ({
            value: state === 'open' ? '' : state,
            label: t(`reportState.${state}`),
          }))}
        />
        <NativeSelect
          label={t('reports.reason')}
          value={of('reason')}
          onChange={(event) => set('reason', event.currentTarget.value)}
          data={[
            { value: '', label: t('review.anyReason') },
            ...REASONS.map((reason) => ({ value: reason, label: t(`reportReason.${reason}`) })),
          ]}
        />
      </search>
      <section className="card" aria-label={t('reports.title')}>
        {items.length === 0 && <p className="dim">{t('reports.none')}</p>}
        <ul className="rows">
          {items.map((report) => (
            <li key={report.id}>
              <div className="grow">
                <Link className="name" to={report.id}>
                  {textOf(report.modTitle)}
                </Link>
                <div className="excerpt">{report.text}</div>
                <div className="dim">
                  {report.reporter
                    ? t('review.by', { name: report.reporter.username })
                    : t('reports.anonymous')}{' '}
                  · {formatAgo(report.waitingSince)}
                </div>
              </div>
              <Badge color={report.reason === 'malware' ? 'red' : 'gray'} variant="light">
                {t(`reportReason.${report.reason}`)}
              </Badge>
            </li>
          ))}
        </ul>
        {more}
      </section>
    </>
  );
}
