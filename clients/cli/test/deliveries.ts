import { createHmac } from 'node:crypto';

/** The secret of the subscription in the tests. */
export const SECRET = 'whsec_of_the_tests_0123456789';

/** Sends a delivery, signed with a secret, and returns the status of the response. */
export async function deliver(url: string, secret = SECRET, at = Math.floor(Date.now() / 1000)) {
  const body = JSON.stringify({ event_id: 'e-1', delivery_id: 'd-1', type: 'file.ready' });
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Timestamp': String(at),
    'X-Service-Signature': `v1=${mac}`,
    'X-Service-Delivery-Id': 'd-1',
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}
