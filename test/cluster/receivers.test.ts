import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../tcp-gate.js';
import { openWebhookReceiver } from './receivers.js';

it('the webhook receiver accepts deliveries after the half request of a killed worker', async () => {
  const port = await freePort();
  const receiver = await openWebhookReceiver('127.0.0.1', port);
  onTestFinished(() => receiver.close());
  const worker = connect(port, '127.0.0.1');
  await once(worker, 'connect');
  worker.write('POST /hook/alice HTTP/1.1\r\nHost: test\r\nContent-Length: 99\r\n\r\n{"event_id');
  // A request without an event must not end the receiver either. Its end follows the half request.
  const other = await fetch(receiver.urlOf('alice'), { method: 'POST', body: 'no event' }).catch(
    (error: Error) => error,
  );
  expect(other).toBeInstanceOf(Error);
  worker.resetAndDestroy();
  const body = JSON.stringify({ event_id: 'e1', type: 'version.published' });
  const delivery = { method: 'POST', body, headers: { 'X-Service-Delivery-Id': 'd1' } };
  expect((await fetch(receiver.urlOf('alice'), delivery)).status).toBe(204);
  expect(receiver.deliveries.map(({ eventId }) => eventId)).toEqual(['e1']);
});
