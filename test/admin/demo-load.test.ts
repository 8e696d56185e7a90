import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import { demoMods } from '../../src/demo/catalog.js';
import { lockDataDir } from '../../src/platform/embedded/lock.js';
import { useWorld } from '../harness.js';
import { operate } from './operator.js';

const world = useWorld();
const versions = demoMods.reduce((sum, mod) => sum + mod.versions.length, 0);
/** The discard port, where no service listens. */
const NOBODY = { PORT: '9' };

describe('demo load', () => {
  it('demo load publishes through its own service if none runs, and uses a running one otherwise', async () => {
    const alone = await operate(world, 'demo load', NOBODY);
    expect(alone.printed).toEqual({ mods: demoMods.length, versions, skipped: 0 });
    const { body } = await world.anon.get('/mods?limit=100');
    expect(body.data).toHaveLength(demoMods.length);
    const beside = await operate(world, 'demo load');
    expect(beside.printed).toEqual({ mods: 0, versions: 0, skipped: versions });
  }, 120_000);

  it('demo load starts no second service if the service of the data directory listens elsewhere', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
    const lock = await lockDataDir(dataDir, 'service');
    const { exitCode, stderr } = await runAdmin(['demo', 'load'], { DATA_DIR: dataDir, ...NOBODY });
    await lock.release();
    await rm(dataDir, { recursive: true });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stderr).error).toMatch(/does not answer at http:\/\/127\.0\.0\.1:9;/);
  });
});
