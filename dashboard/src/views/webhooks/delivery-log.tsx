import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { deliveriesOf } from '../../api/topics';
import { useNotify } from '../../app/notices';
import { usePaged } from '../../kit/paged';
import { ProblemAlert } from '../../kit/problem-alert';
import { useLiveData } from '../../kit/use-live-data';
import { useWrite } from '../../kit/use-write';
import {
  DELIVERY_STATES,
  type DeliveryPage,
  readDeliveries,
  sendTest,
  statusIn,
} from './delivery-api';
import { DeliveryRow } from './delivery-row';

/**
 * States that the service changes soon. Without a stream of changes, the log is read again until
 * they end. A retry follows after 80 seconds or more, so `retrying` is not one of them.
 */
const MOVING = ['pending', 'delivering'];

const isMoving = ({ items }: DeliveryPage) =>
  items.some(({ deliveryStatus }) => MOVING.includes(deliveryStatus));

/**
 * The deliveries of a webhook, with a filter that the address keeps, and a button that queues a
 * test event. The log stays current by itself (`useLiveData`).
 */
export function DeliveryLog(props: {
  readonly webhookId: string;
  /** The newest page, as the loader has read it. */
  readonly first: DeliveryPage;
  /** Whether the webhook is enabled, so that a test can be sent. */
  readonly isActive: boolean;
}) {
  const { webhookId: id, isActive } = props;
  const { t } = useTranslation();
  const notify = useNotify();
  const [params, setParams] = useSearchParams();
  const status = statusIn(params);
  const page = (cursor: string | null, signal?: AbortSignal) =>
    readDeliveries({ id, status, cursor }, signal);
  const { data: first, refresh } = useLiveData(
    props.first,
    (signal) => page(null, signal),
    isMoving,
    deliveriesOf(id),
  );
  const { items, more } = usePaged(first, page);
  const { run, isBusy, error } = useWrite();
  const test = () =>
    run(async () => {
      await sendTest(id);
      await refresh();
      notify(t('delivery.testQueued'));
    });
  return (
    <section className="card" aria-labelledby="log">
      <div className="head">
        <h2 id="log">{t('delivery.title')}</h2>
        <NativeSelect
          aria-label={t('delivery.filter')}
          value={status ?? ''}
          onChange={(event) =>
            setParams(event.currentTarget.value === '' ? {} : { status: event.currentTarget.value })
          }
          data={[
            { value: '', label: t('delivery.any') },
            ...DELIVERY_STATES.map((value) => ({ value, label: t(`deliveryState.${value}`) })),
          ]}
        />
      </div>
      {isActive && (
        <div className="test">
          <Button variant="default" loading={isBusy} onClick={() => void test()}>
            {t('delivery.test')}
          </Button>
          <p className="dim">{t('delivery.testHint')}</p>
        </div>
      )}
      {error !== null && <ProblemAlert error={error} />}
      {items.length === 0 && <p className="dim">{t('delivery.none')}</p>}
      <ul className="rows">
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onChange={refresh} />
        ))}
      </ul>
      {more}
    </section>
  );
}
