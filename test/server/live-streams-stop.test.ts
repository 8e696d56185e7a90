import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { startService } from '../../src/server/service.js';
import { newCreator } from '../actors.js';
import { cloneDatabase } from '../database.js';
import { CHEAP_PASSWORDS } from '../harness.js';
import { keptLog } from '../kept-log.js';
import { subscribe } from '../live.js';
import { newSubscription } from '../webhooks.js';

const QUERY = `subscription ($id: ID!) {
  webhookDeliveryChanged(subscriptionId: $id) { deliveryId }
}`;

it('a service with open streams ends them without complete, and stops long before its patience', async () => {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: database.url, SEED_DEMO: 'false' };
  const service = await startService({
    config: loadConfig({ PORT: '0', NODE_ENV: 'test', ...environment }),
    log: keptLog,
    mode: 'api',
    passwordCost: CHEAP_PASSWORDS,
    lastUsesEverySeconds: null,
  });
  const alice = await newCreator(service.platform, service.localUrl, 'alice');
  const id = await newSubscription(service, alice);
  const headers = { Authorization: `Bearer ${alice.token}` };
  const streams = await Promise.all(
    Array.from({ length: 5 }, () =>
      subscribe(service.localUrl, headers, { query: QUERY, variables: { id } }),
    ),
  );
  const began = performance.now();
  const stopped = service.stop();
  expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual(Array(5).fill(null));
  await stopped;
  // Without the end of the streams, open connections keep the service for ten seconds.
  expect(performance.now() - began).toBeLessThan(8_000);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
