import { Badge, Button, Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Code.css';
import { LIMITS } from '../../../../src/registry/limits';
import { useNotify } from '../../app/notices';
import { formatSeconds, formatTime } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { type Delivery, redeliver } from './delivery-api';

const COLORS: Readonly<Record<Delivery['deliveryStatus'], string>> = {
  pending: 'gray',
  delivering: 'accent',
  retrying: 'red',
  succeeded: 'green',
  exhausted: 'red',
  cancelled: 'gray',
};

/**
 * One delivery: its state, what was sent and what came back. If it has succeeded or is exhausted, a
 * button sends the event again.
 */
export function DeliveryRow(props: {
  readonly delivery: Delivery;
  /** Reads the log again. */
  readonly onChange: () => Promise<void>;
}) {
  const { delivery, onChange } = props;
  const { t } = useTranslation();
  const { id, eventKind, deliveryStatus: status, createdAt } = delivery;
  const { run, isBusy, error } = useWrite();
  const notify = useNotify();
  const again = () =>
    run(async () => {
      await redeliver(id);
      await onChange();
      notify(t('delivery.queued'));
    });
  return (
    <li>
      <details className="grow">
        <summary>
          <span className="name-inline">{eventKind}</span>{' '}
          <span className="dim">{formatTime(createdAt)}</span>
        </summary>
        <Facts delivery={delivery} />
        {error !== null && <ProblemAlert error={error} />}
      </details>
      <Badge color={COLORS[status]} variant="light">
        {t(`deliveryState.${status}`)}
      </Badge>
      {(status === 'succeeded' || status === 'exhausted') && (
        <Button size="xs" variant="default" loading={isBusy} onClick={() => void again()}>
          {t('delivery.again')}
        </Button>
      )}
    </li>
  );
}

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const { attemptCount, lastResponseStatus, lastFailure, latencyMs, responseSnippet } = delivery;
  const time = formatSeconds(LIMITS.webhookResponseSeconds);
  return (
    <div className="facts">
      <p>
        {t('delivery.attempts', { count: attemptCount, max: delivery.retry.maxAttempts })}
        {lastResponseStatus !== null &&
          ` · ${t('delivery.status', { status: lastResponseStatus })}`}
        {latencyMs !== null && ` · ${t('delivery.latency', { milliseconds: latencyMs })}`}
      </p>
      {lastFailure && <p>{t(`deliveryFailure.${lastFailure}`, { time })}</p>}
      {delivery.nextAttemptAt && (
        <p>{t('delivery.next', { when: formatTime(delivery.nextAttemptAt) })}</p>
      )}
      {delivery.redeliveryOfId && <p>{t('delivery.isAgain')}</p>}
      <p className="digest">
        {t('delivery.ids', { event: delivery.eventId, subject: delivery.subjectId })}
      </p>
      {delivery.payload && (
        <>
          <p>{t('delivery.payload')}</p>
          <Code block>{readable(delivery.payload)}</Code>
        </>
      )}
      {responseSnippet && (
        <>
          <p>{t('delivery.response')}</p>
          <Code block>{responseSnippet}</Code>
        </>
      )}
    </div>
  );
}

/** The body, which is JSON, with a line for each member. The signature covers the sent body. */
function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
