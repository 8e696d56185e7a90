import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change, ChangeWatcher } from '../../src/platform/changes/changes.port.js';
import { openChanges } from '../../src/platform/changes/open-changes.js';
import { silentLog } from '../../src/platform/log.js';
import { openTestDatabase, overTcp, type TestDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { startTcpProxy, type TcpProxy } from '../service/tcp-proxy.js';

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await startTcpProxy(overTcp(database.url), 5432);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

const KEY = '00000000-0000-7000-8000-000000000001';
const announce = (topic: string) =>
  database.db.$executeRaw`select announce_change(${topic}, ${KEY}::uuid, '{"state":"x"}')`;

/** A watcher that records what it hears. */
function newWatcher() {
  const heard: Change[] = [];
  const ended = new AbortController();
  const lost = once(ended.signal, 'abort');
  const watcher: ChangeWatcher = {
    onChange: (change) => heard.push(change),
    onLost: () => ended.abort(),
  };
  return { heard, lost, watcher };
}

it('a watcher hears of its topics only, until it leaves', async () => {
  const changes = openChanges({ url: proxy.url, log: silentLog });
  const { heard, watcher } = newWatcher();
  const leave = await changes.watch(['one', 'two'], watcher);
  for (const topic of ['other', 'two', 'one']) await announce(topic);
  await database.db.$executeRaw`select pg_notify('modport_changes', 'no json')`;
  await eventually(() => expect(heard).toHaveLength(2));
  expect(heard[0]).toEqual({ topic: 'two', key: KEY, data: { state: 'x' } });
  leave();
  const second = newWatcher();
  await changes.watch(['one'], second.watcher);
  await announce('one');
  await eventually(() => expect(second.heard).toHaveLength(1));
  expect(heard).toHaveLength(2);
  await changes.stop();
  await second.lost;
  await expect(changes.watch(['one'], watcher)).rejects.toThrow('does not announce');
});

it('a connection that hangs is found, ends its watchers, and is replaced', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_fields: object, message: string) => warnings.push(message) };
  const changes = openChanges({ url: proxy.url, log, proofMs: 50 });
  const first = newWatcher();
  await changes.watch(['one'], first.watcher);
  proxy.hold();
  await first.lost;
  await proxy.cut();
  for (let time = 0; time < 3; time += 1) {
    await expect(changes.watch(['one'], first.watcher)).rejects.toThrow('does not announce');
  }
  // One line for the loss and one for the refusals, however often a watcher comes.
  expect(warnings).toEqual([
    'the connection for live updates was lost',
    'the connection for live updates failed; there are none until it succeeds',
  ]);
  await proxy.mend();
  const second = newWatcher();
  await changes.watch(['one'], second.watcher);
  await announce('one');
  await eventually(() => expect(second.heard).toHaveLength(1));
  expect(first.heard).toEqual([]);
  await changes.stop();
});
