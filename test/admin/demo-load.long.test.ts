import { expect, it } from 'vitest';
import { demoMods } from '../../src/demo/catalog.js';
import type { Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { operate } from './operator.js';

const world = useWorld();
const VERSIONS = demoMods.flatMap((mod) => mod.versions).length;
/** The discard port, where no service listens. */
const NOBODY = { PORT: '9' };

it('demo load publishes through its own service if none runs, and uses a running one otherwise', async () => {
  const alone = await operate(world, 'demo load', NOBODY);
  expect(alone.printed).toEqual({ mods: demoMods.length, versions: VERSIONS, skipped: 0 });
  const { body } = await world.anon.get('/mods?limit=100');
  expect(body.data.map(({ slug }: Json) => slug).sort()).toEqual(
    demoMods.map(({ slug }) => slug).sort(),
  );
  const beside = await operate(world, 'demo load');
  expect(beside.printed).toEqual({ mods: 0, versions: 0, skipped: VERSIONS });
}, 120_000);
