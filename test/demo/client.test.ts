import { afterEach, expect, it } from 'vitest';
import { createClient } from '../../src/demo/client.js';
import { type FakeRegistry, startFake } from './fake-registry.js';

let fake: FakeRegistry | null = null;
afterEach(() => fake?.close());

it('the demo client sends X-Forwarded-For to its own service only', async () => {
  fake = await startFake(() => ({ status: 200, body: {} }));
  // A base URL whose text is the start of that of the fake.
  for (const baseUrl of [fake.url, fake.url.slice(0, -1)]) {
    const client = createClient({ baseUrl, address: '192.0.2.1' });
    await client.transfer({ method: 'GET', url: `${fake.url}/healthz` });
  }
  const addresses = fake.seen.map(({ headers }) => headers['x-forwarded-for']);
  expect(addresses).toEqual(['192.0.2.1', undefined]);
});
