import { beforeAll, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { DISABLE, ENABLE, register } from './apps.js';
import { type SignedIn, signIn } from './signed-in.js';

const world = useWorld({}, { jobs: 'when-settled' });
let developer: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  developer = await signIn(world, (await world.creator('alice')).userId);
  const { userId } = await world.creator('root');
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  admin = await signIn(world, userId);
});

/** The access events about applications of an account. */
async function toldOf(userId: string): Promise<Json[]> {
  const events = await world.platform.db.outboxEvent.findMany({
    where: { kind: 'account.access.changed', subjectId: userId },
  });
  const told = events.map(({ data }): Json => data);
  return told.filter(({ categories }) => categories.includes('applications'));
}

it('disableApp and enableApp raise the access revision of each user with an approval', async () => {
  const { id: appId } = await register(developer);
  const { db } = world.platform;
  const { userId } = await world.creator('cas');
  const former = (await world.creator('dot')).userId;
  await db.appGrant.create({ data: { appId, userId } });
  await db.appGrant.create({ data: { appId, userId: former, revokedAt: new Date() } });
  for (const [change, times] of [
    [DISABLE, 1],
    [DISABLE, 1],
    [ENABLE, 2],
  ] as const) {
    await admin.run(change, { id: appId });
    await world.settled();
    expect(await toldOf(userId)).toHaveLength(times);
  }
  const { accessRevision } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const told = { access_revision: accessRevision, categories: ['applications'] };
  expect(await toldOf(userId)).toContainEqual(told);
  expect(await toldOf(former)).toEqual([]);
});

it('disableApp raises the access revisions of more users than one job handles', async () => {
  const { id: appId } = await register(developer);
  const { db } = world.platform;
  await db.$executeRaw`
    with made as (
      insert into users (id, username, display_name)
      select gen_random_uuid(), 'crowd' || n, 'Crowd' from generate_series(1, 501) n returning id)
    insert into app_grants (id, app_id, user_id)
    select gen_random_uuid(), ${appId}::uuid, id from made`;
  const where = { appGrants: { some: { appId } } };
  const before = await db.user.aggregate({ where, _sum: { accessRevision: true } });
  await admin.run(DISABLE, { id: appId });
  await world.settled();
  const after = await db.user.aggregate({ where, _sum: { accessRevision: true } });
  expect(after._sum.accessRevision).toBe((before._sum.accessRevision ?? 0) + 501);
});
