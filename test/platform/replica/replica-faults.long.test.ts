import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { modsOf } from '../../../src/modules/catalog/index.js';
import { connectDatabase, type Database } from '../../../src/platform/database/connect.js';
import { createLog } from '../../../src/platform/log.js';
import type { ReadReplica } from '../../../src/platform/replica/read-replica.port.js';
import { createSystemContext } from '../../../src/request/context.js';
import { startService } from '../../../src/server/service.js';
import { anonymous } from '../../actors.js';
import { sha256Of } from '../../publishing.js';
import { settlesAs, useReplicatedWorld } from './replicated-world.js';

const scene = useReplicatedWorld();
const { world } = scene;

it('a slow statement runs on the primary and keeps the replica, and three in a row leave it', async () => {
  await scene.withReplica(scene.pair.replica.url, async (replica) => {
    await settlesAs(replica, 'used');
    const slow = () => replica.read('statistics', (db) => db.$queryRaw`select pg_sleep(100)`);
    const fast = () => replica.read('search', async (db) => db.$queryRaw`select 1 as one`);
    expect(await Promise.all([slow(), slow()])).toEqual([null, null]);
    expect(await fast()).toEqual([{ one: 1 }]);
    expect(replica.use().state).toBe('used');
    await Promise.all([slow(), slow(), slow()]);
    expect(replica.use().state).toBe('away');
    await settlesAs(replica, 'used');
  });
});

it('a read that fails by its own fault keeps the replica, and any other failure leaves it', async () => {
  await scene.withReplica(scene.pair.replica.url, async (replica) => {
    await settlesAs(replica, 'used');
    const unstorable = await replica.read('search', (db) => db.$queryRaw`select ${'\u0000'}::text`);
    expect([unstorable, replica.use().state]).toEqual([null, 'used']);
    // As for a role that may not read a table.
    const refused = await replica.read('search', (db) => db.$queryRaw`select from no_such_table`);
    expect([refused, replica.use().state]).toEqual([null, 'away']);
    await settlesAs(replica, 'used');
  });
});

it('a service with READ_ONLY=on runs on a standby alone, with reads and downloads', async () => {
  const file = await world.platform.db.artifact.findFirstOrThrow({ where: { modId: scene.modId } });
  await scene.pair.caughtUp();
  const { dataDir } = world.platform.config;
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: scene.pair.replica.url,
    READ_ONLY: 'on',
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
  });
  const warnings: string[] = [];
  const log = createLog('warn', { write: (line) => void warnings.push(line) });
  const service = await startService({ config, log });
  try {
    const caller = anonymous(service.localUrl);
    expect((await caller.get(`/mods/${scene.modId}`)).body.data.title).toEqual({ en: 'Lantern' });
    const resolved = await caller.post(`/downloads/${file.id}/resolve`);
    const { primary_url: url, sha256 } = resolved.body.data;
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(sha256Of(bytes)).toBe(sha256);
    expect((await caller.post('/mods', {})).status).toBe(503);
    const watcher = { onChange() {}, onLost() {} };
    for (let time = 0; time < 3; time += 1) {
      const watched = service.platform.changes.watch(['any'], watcher);
      await expect(watched).rejects.toThrow('does not announce');
    }
    expect(warnings.filter((line) => line.includes('LISTEN'))).toHaveLength(1);
    expect(
      warnings.filter((line) => line.includes('the connection for live updates was lost')),
    ).toEqual([]);
  } finally {
    await service.stop();
  }
});

describe('a replica that was promoted', () => {
  it('a promoted replica returns no document, even before the next check', async () => {
    const { id } = await scene.publishedMod('Anchor');
    const promoted = await scene.pair.copy('promoted', scene.pair.primary);
    await scene.pair.caughtUp(promoted);
    await promoted.promote();
    // Both servers write the same next revision.
    const next = `update mods set snapshot_revision = snapshot_revision + 1`;
    const another = `snapshot = jsonb_set(snapshot, '{title,en}', '"Another anchor"')`;
    await promoted.query(`${next}, ${another} where id = '${id}'`);
    await scene.pair.primary.query(`${next} where id = '${id}'`);
    const db = connectDatabase(promoted.url);
    const replica = { read: (_kind: unknown, work: (from: Database) => unknown) => work(db) };
    const head = await world.platform.db.mod.findUniqueOrThrow({ where: { id } });
    const platform = { ...world.platform, replica: replica as unknown as ReadReplica };
    const [read] = await modsOf(createSystemContext(platform, 'test'), [head]);
    await db.$disconnect();
    expect(read?.title).toEqual({ en: 'Anchor' });
    await scene.withReplica(promoted.url, (checked) => settlesAs(checked, 'primary'));
  });

  it('the service reads no standby of a promoted replica', async () => {
    const promoted = await scene.pair.copy('promoted-too', scene.pair.primary);
    await scene.pair.caughtUp(promoted);
    await promoted.promote();
    await promoted.stop();
    const stray = await scene.pair.copy('stray', promoted, promoted);
    await promoted.start();
    await scene.withReplica(stray.url, (replica) => settlesAs(replica, 'diverged'));
  });
});
