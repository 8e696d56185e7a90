import { beforeAll, expect, it } from 'vitest';
import { cancelUploadsOf } from '../../../../src/modules/publishing/index.js';
import { LIMITS } from '../../../../src/registry/limits.js';
import { createSystemContext } from '../../../../src/request/context.js';
import { transact } from '../../../../src/request/transact.js';
import type { Creator } from '../../../actors.js';
import { useWorld } from '../../../harness.js';
import { archiveOf, declarationOf, draftMod, draftVersion, newGame } from '../../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let modId: string;
let count = 0;

beforeAll(async () => {
  world.clock.stop();
  await newGame(world, 'cancelled');
  alice = await world.creator('alice');
  modId = (await draftMod(alice, 'cancelled')).id;
});

/** Versions with a started upload, and the ids of both. */
async function begun(versions: number) {
  const versionIds: string[] = [];
  const uploadIds: string[] = [];
  for (let made = 0; made < versions; made += 1) {
    count += 1;
    const { id: versionId } = await draftVersion(alice, modId, { version: `1.${count}` });
    const bytes = new Uint8Array(archiveOf(`upload ${count}`));
    const { body } = await alice.post('/uploads', declarationOf({ modId, versionId }, bytes));
    versionIds.push(versionId);
    uploadIds.push(body.data.upload_id);
  }
  return { versionIds, uploadIds };
}

async function cancel(versionIds: readonly string[]): Promise<string[]> {
  const ctx = createSystemContext(world.platform, 'test');
  const now = world.clock.now();
  return world.statements(() => transact(ctx, (tx) => cancelUploadsOf(tx, versionIds, now)));
}

it('cancelling the uploads of versions takes the same number of statements for many as for one', async () => {
  const [one, many] = [await begun(1), await begun(5)];
  const few = await cancel(one.versionIds);
  expect(await cancel(many.versionIds)).toHaveLength(few.length);
});

it('staged bytes of cancelled uploads stay until their hold and their last signed URL end', async () => {
  const { db } = world.platform;
  const { versionIds, uploadIds } = await begun(2);
  const [held, signed] = uploadIds;
  const hold = new Date(world.clock.now().getTime() + LIMITS.cleanupHoldSeconds * 1000);
  const later = new Date(hold.getTime() + 60_000);
  const early = world.clock.now();
  await db.uploadSession.updateMany({ where: { id: held ?? '' }, data: { leaseUntil: early } });
  await db.uploadSession.updateMany({ where: { id: signed ?? '' }, data: { leaseUntil: later } });
  await cancel(versionIds);
  const rows = await db.uploadSession.findMany({ where: { id: { in: uploadIds } } });
  const endOf = (id: string | undefined) => {
    const row = rows.find((it) => it.id === id);
    return [row?.state, row?.cleanupAfter];
  };
  expect(endOf(held)).toEqual(['cancelled', hold]);
  expect(endOf(signed)).toEqual(['cancelled', later]);
});
