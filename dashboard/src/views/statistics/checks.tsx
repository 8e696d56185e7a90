import { useTranslation } from 'react-i18next';
import { formatNumber, formatSeconds } from '../../kit/format';
import type { Numbers } from './statistics-api';

/**
 * The number of checks of uploads that ended in the period, with their mean and longest time. The
 * time runs from the end of an upload to the end of its checks.
 */
export function Checks({ checks }: { readonly checks: Numbers['checks'] }) {
  const { t } = useTranslation();
  const count = checks.reduce((sum, day) => sum + day.checks, 0);
  const seconds = checks.reduce((sum, day) => sum + day.checks * day.meanSeconds, 0);
  const longest = Math.max(0, ...checks.map(({ longestSeconds }) => longestSeconds));
  return (
    <section className="card" aria-labelledby="checks">
      <h2 id="checks">{t('statistics.checks')}</h2>
      {count === 0 ? (
        <p className="dim">{t('statistics.checksNone')}</p>
      ) : (
        <dl className="totals">
          <div>
            <dt>{t('statistics.checksCount')}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
          <div>
            <dt>{t('statistics.mean')}</dt>
            <dd>{formatSeconds(seconds / count)}</dd>
          </div>
          <div>
            <dt>{t('statistics.longest')}</dt>
            <dd>{formatSeconds(longest)}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}
