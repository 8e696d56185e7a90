import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF_CAPABILITIES } from '../../../src/registry/access.js';
import type { Actor, Json } from '../../actors.js';
import { signIn } from '../identity/signed-in.js';
import { judge, mary, owner, root, useStaff, world } from '../identity/staff.js';

useStaff();

const ME = '{ getMe { user { role } capabilities needsSecondFactor } }';
const ADMIN = Object.keys(STAFF_CAPABILITIES);
const MODERATOR = Object.entries(STAFF_CAPABILITIES).flatMap(([name, needs]) =>
  needs === 'moderator' ? [name] : [],
);

const meOf = async (actor: Actor): Promise<Json> => (await actor.graphql(ME)).body.data.getMe;

let admin: string;

beforeAll(() => {
  admin = root.userId;
});

describe('the capabilities of getMe', () => {
  it('a session shows the capabilities of its role, and a user without a role has none', async () => {
    expect((await owner.run(ME)).getMe).toEqual({
      user: { role: 'user' },
      capabilities: [],
      needsSecondFactor: false,
    });
    expect((await judge.run(ME)).getMe).toEqual({
      user: { role: 'moderator' },
      capabilities: MODERATOR,
      needsSecondFactor: false,
    });
    expect((await root.run(ME)).getMe).toEqual({
      user: { role: 'admin' },
      capabilities: ADMIN,
      needsSecondFactor: false,
    });
  });

  it('a session without a recent second factor says that its capabilities wait for one', async () => {
    const weak = await signIn(world, admin, { aal2: false });
    expect((await weak.run(ME)).getMe).toMatchObject({
      capabilities: ADMIN,
      needsSecondFactor: true,
    });
  });

  it('a token of a moderator has capabilities only with admin:*, and a role only with a profile scope', async () => {
    const plain = await mary.withToken({ scopes: 'mods:read' });
    expect(await meOf(plain)).toEqual({
      user: { role: null },
      capabilities: [],
      needsSecondFactor: false,
    });
    const whole = await mary.withToken({ scopes: 'admin:* account:read' });
    expect(await meOf(whole)).toMatchObject({
      user: { role: 'moderator' },
      capabilities: MODERATOR,
    });
  });
});
