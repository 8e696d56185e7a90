import { Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import './statistics.css';
import { formatNumber, formatShare, formatUtcDay } from '../../kit/format';
import { Checks } from './checks';
import { DownloadsTable } from './downloads-table';
import type { Numbers } from './statistics-api';

/** The chart library is large, and the numbers are readable before it has arrived. */
const DayChart = lazy(() => import('./day-chart'));

/**
 * The numbers of a period: totals of downloads, a chart by day with its table, tables by version,
 * game version, region and referrer, and the checks of uploads. `children` are further tables. The
 * chart and the tables are shown only if the period has downloads.
 */
export function NumbersView({
  numbers,
  children,
}: {
  readonly numbers: Numbers;
  readonly children?: ReactNode;
}) {
  const { downloads } = numbers;
  return (
    <>
      <Totals numbers={numbers} />
      {downloads > 0 && (
        <>
          <Days days={numbers.days} />
          {children}
          <div className="two tables">
            <Subjects numbers={numbers} />
          </div>
        </>
      )}
      <Checks checks={numbers.checks} />
    </>
  );
}

function Totals({ numbers }: { readonly numbers: Numbers }) {
  const { t } = useTranslation();
  const { downloads, downloadsBefore: before, days } = numbers;
  const change = before === 0 ? null : downloads / before - 1;
  const facts = [
    { name: t('statistics.downloads'), value: formatNumber(downloads) },
    { name: t('statistics.before', { days: days.length }), value: formatNumber(before) },
    ...(change === null
      ? []
      : [{ name: t('statistics.change'), value: formatShare(change, { hasSign: true }) }]),
    { name: t('statistics.perDay'), value: formatNumber(downloads / days.length, 1) },
  ];
  return (
    <section className="card">
      <dl className="totals">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {downloads === 0 && (
        <>
          <h2>{t('statistics.none')}</h2>
          <p className="dim">{t('statistics.noneHow')}</p>
        </>
      )}
    </section>
  );
}

function Days({ days }: { readonly days: Numbers['days'] }) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="days">
      <h2 id="days">{t('statistics.byDay')}</h2>
      <div role="img" aria-label={t('statistics.chart')} className="chart">
        <Suspense fallback={<Skeleton height="100%" />}>
          <DayChart days={days} name={t('statistics.downloads')} />
        </Suspense>
      </div>
      <details>
        <summary>{t('statistics.table')}</summary>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{t('statistics.day')}</th>
              <th scope="col">{t('statistics.downloads')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, downloads }) => (
              <tr key={day}>
                <th scope="row">{formatUtcDay(day)}</th>
                <td>{formatNumber(downloads)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Subjects({ numbers }: { readonly numbers: Numbers }) {
  const { t } = useTranslation();
  const { versions, gameVersions, regions, referrers, downloads: total } = numbers;
  const nameOfRegion = (code: string) => {
    const known = REGIONS.find((region) => region === code);
    return known ? t(`region.${known}`) : code;
  };
  const named = ({ name, downloads }: { name: string; downloads: number }) => ({
    key: name,
    name,
    downloads,
  });
  return (
    <>
      <DownloadsTable
        title={t('statistics.byVersion')}
        column={t('statistics.version')}
        total={total}
        hasRest
        rows={versions.map(({ versionId, version, downloads }) => ({
          key: versionId,
          name: version,
          downloads,
        }))}
      />
      <DownloadsTable
        title={t('statistics.byGameVersion')}
        column={t('statistics.gameVersion')}
        hint={t('statistics.gameVersionHint')}
        total={total}
        rows={gameVersions.map(named)}
      />
      <DownloadsTable
        title={t('statistics.byRegion')}
        column={t('statistics.region')}
        total={total}
        hasRest
        rows={regions.map(({ name, downloads }) => ({
          key: name,
          name: nameOfRegion(name),
          downloads,
        }))}
      />
      <DownloadsTable
        title={t('statistics.byReferrer')}
        column={t('statistics.referrer')}
        total={total}
        hasRest
        rows={referrers.map(named)}
      />
    </>
  );
}

const REGIONS = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const;
