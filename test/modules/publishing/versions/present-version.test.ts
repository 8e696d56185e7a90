import { beforeAll, expect, it } from 'vitest';
import { versionsOf } from '../../../../src/modules/publishing/versions/present-version.js';
import { createSystemContext } from '../../../../src/request/context.js';
import type { Creator } from '../../../actors.js';
import { useWorld } from '../../../harness.js';
import { draftMod, newGame, publishedVersion } from '../../../publishing.js';

const world = useWorld();
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'presented');
  alice = await world.creator('alice');
});

/** Reads a version whose head had the state, and whose row is taken down meanwhile. */
async function readDuringTakedown(state: 'published' | 'withdrawn') {
  const modId: string = (await draftMod(alice, 'presented')).id;
  const { versionId: id } = await publishedVersion(world, alice, modId, { version: '1.0.0' });
  const head = { id, state, revision: 1, files: [], dependencies: [] };
  const takedown = { takenDownAt: world.clock.now(), takedownReason: 'Stolen.' };
  await world.platform.db.modVersion.update({
    where: { id },
    data: { state: 'withdrawn', ...takedown },
  });
  return versionsOf(createSystemContext(world.platform, 'test'), [head]);
}

it('a read of a published version shows nothing of a takedown that happens meanwhile', async () => {
  expect(await readDuringTakedown('published')).toMatchObject([
    { status: 'published', takenDownAt: null, takedownReason: null },
  ]);
});

it('a read of a withdrawn version shows its takedown', async () => {
  expect(await readDuringTakedown('withdrawn')).toMatchObject([
    { status: 'withdrawn', takenDownAt: expect.any(Date), takedownReason: 'Stolen.' },
  ]);
});
