import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import { demoMods } from '../../src/demo/catalog.js';
import type { DemoMod } from '../../src/demo/catalog.types.js';
import { lockDataDir } from '../../src/platform/embedded/lock.js';
import type { Json } from '../actors.js';
import { isOfFew, seedDemoRows } from '../demo-rows.js';
import { useWorld } from '../harness.js';
import { withLong } from '../rounds.js';
import { operate } from './operator.js';

const world = useWorld();
/** The mods that the command loads. The others are rows already. */
const loaded = withLong(
  demoMods.filter(isOfFew),
  demoMods.filter((mod) => !isOfFew(mod)),
);
const seeded = demoMods.filter((mod) => !loaded.includes(mod));
const versionsOf = (mods: readonly DemoMod[]) => mods.flatMap((mod) => mod.versions).length;
/** The discard port, where no service listens. */
const NOBODY = { PORT: '9' };

beforeAll(() => seedDemoRows(world, seeded));

describe('demo load', () => {
  it('demo load publishes through its own service if none runs, and uses a running one otherwise', async () => {
    const alone = await operate(world, 'demo load', NOBODY);
    const skipped = versionsOf(seeded);
    const versions = versionsOf(loaded);
    expect(alone.printed).toEqual({ mods: loaded.length, versions, skipped });
    const { body } = await world.anon.get('/mods?limit=100');
    expect(body.data.map(({ slug }: Json) => slug).sort()).toEqual(
      loaded.map(({ slug }) => slug).sort(),
    );
    const beside = await operate(world, 'demo load');
    expect(beside.printed).toEqual({ mods: 0, versions: 0, skipped: skipped + versions });
  }, 120_000);

  it('demo load starts no second service if the service of the data directory listens elsewhere', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'modport-test-'));
    const lock = await lockDataDir(dataDir, 'service');
    const { exitCode, stderr } = await runAdmin(['demo', 'load'], { DATA_DIR: dataDir, ...NOBODY });
    await lock.release();
    await rm(dataDir, { recursive: true });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stderr).error).toMatch(/does not respond at http:\/\/127\.0\.0\.1:9;/);
  });
});
