import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { REPORT_REASONS } from '../../../../src/registry/reviews';
import { FilterSelect } from '../../kit/filter-select';
import { formatAgo, textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { knownFilter } from '../../kit/use-filters';
import { useReloadedView } from '../../kit/use-reloaded-view';
import { type Report, readReports } from './report-api';

const POLL_MILLISECONDS = 30_000;
const STATES = ['open', 'appealed', 'upheld', 'dismissed', 'confirmed', 'overturned'] as const;

/** Reads the first page of the reports. The address may also limit them to one mod (`mod`). */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const filter = {
    state: knownFilter(url, 'state', STATES) ?? 'open',
    reason: knownFilter(url, 'reason', REPORT_REASONS),
    modId: new URL(url).searchParams.get('mod'),
  };
  return { filter, page: await readReports(filter, null, signal) };
}

/**
 * The reports of mods in one state, by default those that wait for their first decision. While the
 * tab is visible, the first page loads again every 30 seconds and replaces all pages.
 */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, (cursor) => readReports(filter, cursor));
  useReloadedView(POLL_MILLISECONDS);
  return (
    <>
      <Head title={t('reports.title')} lead={t('reports.lead')} />
      <search className="filters">
        <FilterSelect
          name="state"
          label={t('review.state')}
          choices={STATES.map((state) => ({
            value: state === 'open' ? '' : state,
            label: t(`reportState.${state}`),
          }))}
        />
        <FilterSelect
          name="reason"
          label={t('reports.reason')}
          choices={[
            { value: '', label: t('review.anyReason') },
            ...REPORT_REASONS.map((reason) => ({
              value: reason,
              label: t(`reportReason.${reason}`),
            })),
          ]}
        />
      </search>
      <section className="card" aria-label={t('reports.title')}>
        <RowList
          items={items}
          none={t('reports.none')}
          more={more}
          row={(report) => <Row report={report} />}
        />
      </section>
    </>
  );
}

function Row({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  return (
    <li>
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
  );
}
