import { Badge, Button, Code, NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator, useSearchParams } from 'react-router';
import '@mantine/core/styles/Code.css';
import { useNotify } from '../../app/notices';
import { formatTime } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryPage,
  readDeliveries,
  redeliver,
} from './delivery-api';

const POLL_MILLISECONDS = 3_000;
const MOVING = ['pending', 'delivering'];

/** The deliveries of a webhook, with a filter that the address keeps. */
export function DeliveryLog(props: { readonly webhookId: string; readonly first: DeliveryPage }) {
  const { webhookId, first } = props;
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [older, setOlder] = useState<readonly DeliveryPage[]>([]);
  const { run, isBusy, error } = useWrite();
  const pages = [first, ...older];
  const deliveries = pages.flatMap(({ items }) => items);
  const cursor = pages.at(-1)?.pagination.nextCursor ?? null;
  const status = params.get('status') ?? '';
  // A poll reads only the first page.
  usePolling(first.items.some(({ deliveryStatus }) => MOVING.includes(deliveryStatus)));
  const more = () =>
    run(async () => {
      const page = await readDeliveries({ id: webhookId, status: status || null, cursor });
      setOlder((before) => [...before, page]);
    });
  return (
    <section className="card" aria-labelledby="log">
      <div className="head">
        <h2 id="log">{t('delivery.title')}</h2>
        <NativeSelect
          aria-label={t('delivery.filter')}
          value={status}
          onChange={(event) =>
            setParams(event.currentTarget.value === '' ? {} : { status: event.currentTarget.value })
          }
          data={[
            { value: '', label: t('delivery.any') },
            ...DELIVERY_STATES.map((value) => ({ value, label: t(`deliveryState.${value}`) })),
          ]}
        />
      </div>
      {deliveries.length === 0 && <p className="dim">{t('delivery.none')}</p>}
      <ul className="rows">
        {deliveries.map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {error !== null && <ProblemAlert error={error} />}
      {cursor !== null && (
        <Button variant="default" mt="md" loading={isBusy} onClick={() => void more()}>
          {t('app.more')}
        </Button>
      )}
    </section>
  );
}

function Row({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const { id, eventKind, deliveryStatus: status, createdAt } = delivery;
  const { run, isBusy, error } = useWrite();
  const { revalidate } = useRevalidator();
  const notify = useNotify();
  const again = () =>
    run(async () => {
      await redeliver(id);
      await revalidate();
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

const COLORS: Readonly<Record<Delivery['deliveryStatus'], string>> = {
  pending: 'gray',
  delivering: 'accent',
  retrying: 'red',
  succeeded: 'green',
  exhausted: 'red',
  cancelled: 'gray',
};

function Facts({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const { attemptCount, lastResponseStatus, lastFailure, latencyMs, responseSnippet } = delivery;
  return (
    <div className="facts">
      <p>
        {t('delivery.attempts', { count: attemptCount, max: delivery.retry.maxAttempts })}
        {lastResponseStatus !== null &&
          ` · ${t('delivery.status', { status: lastResponseStatus })}`}
        {latencyMs !== null && ` · ${t('delivery.latency', { milliseconds: latencyMs })}`}
      </p>
      {lastFailure && <p>{t(`deliveryFailure.${lastFailure}`)}</p>}
      {delivery.nextAttemptAt && (
        <p>{t('delivery.next', { when: formatTime(delivery.nextAttemptAt) })}</p>
      )}
      {delivery.redeliveryOfId && <p>{t('delivery.isAgain')}</p>}
      <p className="digest">
        {t('delivery.ids', { event: delivery.eventId, subject: delivery.subjectId })}
      </p>
      {responseSnippet && (
        <>
          <p>{t('delivery.response')}</p>
          <Code block>{responseSnippet}</Code>
        </>
      )}
    </div>
  );
}

/** Reads the log again while a delivery is on its way. */
function usePolling(isMoving: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isMoving || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), POLL_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isMoving, state, revalidate]);
}
