import { beforeAll, describe, expect, it } from 'vitest';
import { changeBlockByUsername } from '../../../src/modules/identity/index.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Answer, Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import { signedInVisitor } from '../../pages/access.js';
import { bareMod, newGame, refusal } from '../../publishing.js';
import { addOwner } from '../../trusted-publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ada: Creator;

beforeAll(async () => {
  await newGame(world, 'leaving');
  ada = await world.creator('ada');
});

const newMod = async (owner = ada): Promise<string> => (await bareMod(owner, 'leaving')).id;
const pathOf = (modId: string, { userId }: Creator) => `/mods/${modId}/team-members/${userId}`;
const set = (modId: string, user: Creator, role: string): Promise<Answer> =>
  ada.request('PUT', pathOf(modId, user), { body: { role } });
const remove = (modId: string, user: Creator) => ada.request('DELETE', pathOf(modId, user));

/** Sets when the deletion of an account is due, as a request of its owner does. */
const leaves = ({ userId }: Creator, days = 30, removesMods = false) =>
  world.platform.db.user.update({
    where: { id: userId },
    data: {
      deletionDueAt: new Date(world.clock.now().getTime() + days * 86_400_000),
      deletionRemovesMods: removesMods,
    },
  });

/** A mod of Ada with another owner. */
async function sharedMod(username: string): Promise<{ modId: string; other: Creator }> {
  const other = await world.creator(username);
  const modId = await newMod();
  await addOwner(world, modId, other);
  return { modId, other };
}

describe('an account that waits for its deletion', () => {
  it('a leaving account can neither join a team nor become its owner', async () => {
    const gil = await world.creator('gil');
    const [empty, joined] = [await newMod(), await newMod()];
    await set(joined, gil, 'publisher');
    await leaves(gil);
    for (const role of ['owner', 'reviewer']) {
      expect(refusal(await set(empty, gil, role))).toBe('404 user_not_found');
    }
    expect(refusal(await set(joined, gil, 'owner'))).toBe('404 user_not_found');
    expect((await set(joined, gil, 'reviewer')).status).toBe(200);
    expect((await remove(joined, gil)).status).toBe(204);
  });

  it('a blocked member cannot become an owner', async () => {
    const ben = await world.creator('ben');
    const modId = await newMod();
    await set(modId, ben, 'publisher');
    await changeBlockByUsername(createSystemContext(world.platform, 'test'), 'ben', true);
    expect(refusal(await set(modId, ben, 'owner'))).toBe('404 user_not_found');
  });

  it('the last owner who stays is neither removed nor demoted, and a leaving owner is', async () => {
    const { modId, other } = await sharedMod('dave');
    await leaves(other);
    expect(refusal(await remove(modId, ada))).toBe('409 invalid_state');
    expect(refusal(await set(modId, ada, 'maintainer'))).toBe('409 invalid_state');
    expect((await remove(modId, other)).status).toBe(204);
  });

  it('an owner who leaves a team waits for a request of the other owner, and then stays', async () => {
    const { modId, other } = await sharedMod('eve');
    const { waited, result } = await meanwhile(
      world,
      (tx) =>
        tx.user.update({ where: { id: other.userId }, data: { deletionDueAt: new Date(9e12) } }),
      () => remove(modId, ada),
    );
    expect([waited, refusal(result)]).toEqual([true, '409 invalid_state']);
  });
});

describe('owners who all leave', () => {
  it('the page asks about a mod whose other owners leave too', async () => {
    const { other } = await sharedMod('fay');
    const asks = async () =>
      (await (await signedInVisitor(world, other.userId)).get('/account/delete')).html.includes(
        'name="mods"',
      );
    expect(await asks()).toBe(false);
    await leaves(ada);
    expect(await asks()).toBe(true);
    await world.platform.db.user.update({
      where: { id: ada.userId },
      data: { deletionDueAt: null, deletionRemovesMods: null },
    });
  });

  it('the choice of the owner who leaves last decides about a mod', async () => {
    const { db } = world.platform;
    // The ids are in the order of the accounts, so the job may not use them.
    const [last, first] = [await world.creator('hal'), await world.creator('ida')];
    const modId = await newMod(first);
    await addOwner(world, modId, last);
    await leaves(first, -2);
    await leaves(last, -1, true);
    await enqueue(db, { kind: 'delete-accounts', payload: {} });
    await world.settled();
    const { state } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    expect(state).toBe('deleted');
  });
});
