import { useTranslation } from 'react-i18next';
import { formatNumber, formatSeconds, formatTime } from '../../kit/format';
import { useFilters } from '../../kit/use-filters';
import type { SystemStatus } from './system-api';

type Queue = NonNullable<SystemStatus['queues']>[number];

const isBusy = (queue: Queue) => queue.due + queue.scheduled + queue.running + queue.failed > 0;

/**
 * The jobs by kind, or a warning for null. Kinds without waiting, running or failed jobs are hidden
 * until the user asks for them.
 */
export function Queues({ queues }: Pick<SystemStatus, 'queues'>) {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  const showsAll = get('jobs') === 'all';
  const shown = queues?.filter((queue) => showsAll || isBusy(queue)) ?? [];
  return (
    <section className="card" aria-labelledby="queues">
      <h2 id="queues">{t('system.queues')}</h2>
      {queues === null && <p className="warning">{t('system.noAnswer')}</p>}
      {queues !== null && shown.length === 0 && <p className="dim">{t('system.noJobs')}</p>}
      {shown.length > 0 && <Table queues={shown} />}
      {queues !== null && (
        <p>
          <button
            type="button"
            className="link"
            aria-pressed={showsAll}
            onClick={() => set('jobs', showsAll ? '' : 'all')}
          >
            {t(showsAll ? 'system.busyJobs' : 'system.allJobs')}
          </button>
        </p>
      )}
    </section>
  );
}

function Table({ queues }: { readonly queues: readonly Queue[] }) {
  const { t } = useTranslation();
  const columns = ['due', 'scheduled', 'running', 'failed'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls needs the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className="scrolls" tabIndex={0} role="group" aria-labelledby="queues">
      <table className="jobs">
        <thead>
          <tr>
            <th scope="col">{t('system.kind')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`system.${column}`)}
              </th>
            ))}
            <th scope="col">{t('system.lag')}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.kind}>
              <th scope="row">{queue.kind}</th>
              {columns.map((column) => (
                <td key={column}>{formatNumber(queue[column])}</td>
              ))}
              <td>{queue.due > 0 ? formatSeconds(queue.oldestDueSeconds) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The latest jobs without attempts left, or a warning for null. */
export function FailedJobs({ jobs }: { readonly jobs: SystemStatus['failedJobs'] }) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="failed">
      <h2 id="failed">{t('system.failedJobs')}</h2>
      {jobs === null && <p className="warning">{t('system.noAnswer')}</p>}
      {jobs?.length === 0 && <p className="dim">{t('system.noFailed')}</p>}
      <ul className="rows">
        {jobs?.map(({ id, kind, attempts, lastError, failedAt }) => (
          <li key={id}>
            <div className="grow">
              <span className="name-inline">{kind}</span>{' '}
              <span className="dim">
                {t('system.attempts', { count: attempts })}
                {failedAt !== null && ` · ${formatTime(failedAt)}`}
              </span>
              {lastError !== null && (
                <p className="note" lang="en">
                  {lastError}
                </p>
              )}
              <code className="dim">{id}</code>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
