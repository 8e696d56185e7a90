import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatTime } from '../../kit/format';
import { Head } from '../../kit/head';
import { useReloadedView } from '../../kit/use-reloaded-view';
import { MessageFacts, ScannerFacts, SearchFacts, StorageFacts } from './part-facts';
import { FailedJobs, Queues } from './queues';
import './system.css';
import { readSystem, type SystemStatus } from './system-api';

const POLL_MILLISECONDS = 15_000;

/** Reads the state of the service. */
export const loader = ({ request: { signal } }: LoaderFunctionArgs) => readSystem(signal);

/**
 * The state of the service: its parts, stored files, search, scanner, messages and jobs. The view
 * loads again every 15 seconds while the tab is visible. It marks a part that does not respond.
 */
export function Component() {
  const status = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  useReloadedView(POLL_MILLISECONDS);
  return (
    <>
      <Head
        title={t('system.title')}
        lead={t('system.lead', { release: status.release, time: formatTime(status.at) })}
      />
      <Parts parts={status.parts} />
      <div className="system">
        <StorageFacts {...status} />
        <SearchFacts search={status.search} />
        <ScannerFacts scanner={status.scanner} />
        <MessageFacts messages={status.messages} />
      </div>
      <Queues queues={status.queues} />
      <FailedJobs jobs={status.failedJobs} />
    </>
  );
}

/** The names of `readParts` in the service. */
const PARTS = [
  'database',
  'storage',
  'mirror',
  'replica',
  'queue',
  'search',
  'scanner',
  'redis',
] as const;
const COLORS: Readonly<Record<string, string>> = { up: 'green', degraded: 'yellow', down: 'red' };
const STATES = ['up', 'degraded', 'down'] as const;

function Parts({ parts }: Pick<SystemStatus, 'parts'>) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="parts">
      <h2 id="parts">{t('system.parts')}</h2>
      <ul className="parts">
        {parts.map(({ name, state }) => {
          const part = PARTS.find((known) => known === name);
          const known = STATES.find((it) => it === state);
          return (
            <li key={name}>
              {part ? t(`systemPart.${part}`) : name}{' '}
              <Badge variant="light" color={COLORS[state] ?? 'gray'}>
                {known ? t(`systemState.${known}`) : state}
              </Badge>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
