import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Json } from '../actors.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { draftMod, newGame, publishedVersion, refusal } from '../publishing.js';
import { everyNth, longTest } from '../rounds.js';
import { operate } from './operator.js';

const HOUR_MS = 3_600_000;
const NOWHERE = '00000000-0000-7000-8000-000000000000';
const ONE_SELECTOR = 'exactly one of --subscriber, --mod and --artifact is needed';

const world = useWorld();
const files: Record<string, { modId: string; artifactId: string }> = {};

beforeAll(async () => {
  await newGame(world, 'access');
  const alice = await world.creator('alice');
  await operate(world, 'user create --username hal');
  for (const access_tier of ['paid', 'restricted']) {
    const mod = await draftMod(alice, 'access', { access_tier });
    const { artifactId } = await publishedVersion(world, alice, mod.id, { version: '1' });
    files[access_tier] = { modId: mod.id, artifactId };
  }
});

const idOf = (tier: string, id: 'modId' | 'artifactId') => files[tier]?.[id] ?? '';

async function outcome(actor: Actor, tier: string): Promise<string> {
  const answer = await actor.post(`/downloads/${idOf(tier, 'artifactId')}/resolve`, {});
  return answer.status === 200 ? '200' : refusal(answer);
}

const revisionOf = async (id: string) =>
  (await world.platform.db.user.findUniqueOrThrow({ where: { id } })).accessRevision;

/** Returns the access events of an account since a revision, and checks that its row agrees. */
async function toldSince(revision: number, userId: string): Promise<Json[]> {
  const events = await world.platform.db.outboxEvent.findMany({
    where: { kind: 'account.access.changed', subjectId: userId },
    orderBy: { occurredAt: 'asc' },
  });
  const told = events
    .map(({ data }): Json => data)
    .filter(({ access_revision }) => access_revision > revision);
  expect(await revisionOf(userId)).toBe(revision + told.length);
  expect(told.map(({ access_revision }) => access_revision - revision)).toEqual(
    told.map((_, at) => at + 1),
  );
  return told.map(({ categories }) => categories);
}

describe('entitlement grant and revoke', () => {
  it('a subscriber entitlement unlocks paid downloads until its revocation', async () => {
    const carl = await world.creator('carl');
    const revision = await revisionOf(carl.userId);
    expect(await outcome(carl, 'paid')).toBe('403 entitlement_required');
    const granted = await operate(world, 'entitlement grant --username carl --subscriber');
    expect(Object.keys(granted.printed)).toEqual(['entitlement_id']);
    expect(await outcome(carl, 'paid')).toBe('200');
    expect(await outcome(carl, 'restricted')).toBe('403 entitlement_required');
    const revoked = await operate(world, 'entitlement revoke --username carl --subscriber');
    expect(revoked.printed).toEqual(granted.printed);
    expect(await outcome(carl, 'paid')).toBe('403 entitlement_required');
    expect(await toldSince(revision, carl.userId)).toEqual([['entitlements'], ['entitlements']]);
  });

  it.each([
    ['dora', 'mod', 'modId'],
    ['emil', 'artifact', 'artifactId'],
  ] as const)(
    'an entitlement lets %s download the restricted files of one %s until its revocation',
    async (name, flag, id) => {
      const actor = await world.creator(name);
      const of = (tier: string) => `--username ${name} --${flag} ${idOf(tier, id)}`;
      await operate(world, `entitlement grant ${of('paid')}`);
      expect(await outcome(actor, 'restricted')).toBe('403 entitlement_required');
      const capitals = idOf('restricted', id).toUpperCase();
      await operate(world, `entitlement grant --username ${name} --${flag} ${capitals}`);
      expect(await outcome(actor, 'restricted')).toBe('200');
      expect(await outcome(actor, 'paid')).toBe('403 entitlement_required');
      await operate(world, `entitlement revoke ${of('restricted')}`);
      expect(await outcome(actor, 'restricted')).toBe('403 entitlement_required');
    },
  );

  longTest(
    'an entitlement with an expiry ends at that time, and a new grant moves it',
    async () => {
      const fay = await world.creator('fay');
      const revision = await revisionOf(fay.userId);
      const grantEntitlement = (hours: number) => {
        const end = new Date(world.clock.now().getTime() + hours * HOUR_MS).toISOString();
        return operate(
          world,
          `entitlement grant --username fay --subscriber --expires-at ${end.replace('Z', '+00:00')}`,
        );
      };
      const first = await grantEntitlement(1);
      const renewed = await grantEntitlement(2);
      expect(renewed.printed).toEqual(first.printed);
      world.clock.advance(2 * 3600 - 60);
      expect(await outcome(fay, 'paid')).toBe('200');
      world.clock.advance(60);
      expect(await outcome(fay, 'paid')).toBe('403 entitlement_required');
      expect(await toldSince(revision, fay.userId)).toHaveLength(2);
    },
  );

  longTest('a repeated grant with the same expiry writes nothing', async () => {
    const gus = await world.creator('gus');
    const revision = await revisionOf(gus.userId);
    for (const end of ['', ' --expires-at 2999-01-01T00:00:00Z']) {
      const line = `entitlement grant --username gus --subscriber${end}`;
      const [first, again] = [await operate(world, line), await operate(world, line)];
      expect(again).toEqual(first);
    }
    const { db } = world.platform;
    expect(await toldSince(revision, gus.userId)).toHaveLength(2);
    const lines = await db.auditEntry.findMany({
      where: { targetId: gus.userId, action: { startsWith: 'entitlement.' } },
      orderBy: { at: 'asc' },
    });
    expect(lines).toMatchObject([
      { action: 'entitlement.granted', data: { kind: 'subscriber', expires_at: null } },
      { action: 'entitlement.renewed', data: { expires_at: '2999-01-01T00:00:00.000Z' } },
    ]);
  });

  it.each(
    everyNth(
      [
        ['grant --username hal', undefined, ONE_SELECTOR],
        [`grant --username hal --subscriber --mod ${NOWHERE}`, undefined, ONE_SELECTOR],
        [`revoke --username hal --mod ${NOWHERE} --artifact ${NOWHERE}`, undefined, ONE_SELECTOR],
        ['grant --username nobody --subscriber', 'user_not_found', undefined],
        ['revoke --username nobody --subscriber', 'user_not_found', undefined],
        [`grant --username hal --mod ${NOWHERE}`, 'not_found', undefined],
        [`grant --username hal --artifact ${NOWHERE}`, 'not_found', undefined],
        ['grant --username hal --mod nonsense', 'not_found', undefined],
        ['revoke --username hal --subscriber', 'not_found', undefined],
        ['revoke --username hal --artifact nonsense', 'not_found', undefined],
        ['grant --username hal --subscriber --expires-at 2001-01-01T00:00:00Z', 'invalid_input'],
        ...['tomorrow', '2999-01-01', '2999-02-30T00:00:00Z', '2999-01-01T00:00:00'].map((text) => [
          `grant --username hal --subscriber --expires-at ${text}`,
          undefined,
          '--expires-at takes a time such as 2027-01-31T12:00:00Z',
        ]),
      ],
      3,
    ),
  )('entitlement %s is refused and changes nothing', async (line, code, error) => {
    const username = 'hal';
    const before = await world.platform.db.entitlement.count();
    const { exitCode, refused } = await operate(world, `entitlement ${line}`);
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code });
    if (error) expect(refused.error).toBe(error);
    expect(await world.platform.db.entitlement.count()).toBe(before);
    const hal = await world.platform.db.user.findUniqueOrThrow({ where: { username } });
    expect(hal.accessRevision).toBe(1);
  });

  longTest('an entitlement for a deleted mod can be revoked but not granted', async () => {
    const ivy = await world.creator('ivy');
    const { id } = await draftMod(ivy, 'access');
    const granted = await operate(world, `entitlement grant --username ivy --mod ${id}`);
    await world.platform.db.mod.update({ where: { id }, data: { state: 'deleted' } });
    const again = await operate(world, `entitlement grant --username alice --mod ${id}`);
    expect(again.refused.code).toBe('not_found');
    const revoked = await operate(world, `entitlement revoke --username ivy --mod ${id}`);
    expect(revoked.printed).toEqual(granted.printed);
  });
});

describe('user role', () => {
  const AUDIT = '{ listAuditEntries(limit: 1) { items { id } } }';
  const setRole = (username: string, role: string) =>
    operate(world, `user role --username ${username} --role ${role}`);

  it('user role applies to existing browser sessions and tokens from the next request on', async () => {
    const root = await world.creator('root');
    const token = await root.withToken({ scopes: 'admin:*' });
    const browser = await signIn(world, root.userId);
    const revision = await revisionOf(root.userId);
    const tokenIs = async () => (await token.graphql(AUDIT)).body.errors?.[0].extensions.code;
    expect([await tokenIs(), await browser.refusal(AUDIT)]).toEqual(['forbidden', 'forbidden']);
    const raised = await setRole('root', 'admin');
    expect(raised.printed).toEqual({ user_id: root.userId, role: 'admin' });
    expect(await tokenIs()).toBeUndefined();
    expect(await browser.run(AUDIT)).toHaveProperty('listAuditEntries');
    await setRole('root', 'moderator');
    expect([await tokenIs(), await browser.refusal(AUDIT)]).toEqual(['forbidden', 'forbidden']);
    expect(await toldSince(revision, root.userId)).toEqual([['account'], ['account']]);
    const lines = await world.platform.db.auditEntry.findMany({
      where: { targetId: root.userId, action: 'user.role_changed' },
      orderBy: { at: 'asc' },
    });
    expect(lines).toMatchObject([
      { data: { role: 'admin', was: 'user' }, requestId: 'user role' },
      { data: { role: 'moderator', was: 'admin' } },
    ]);
  });

  longTest('user role writes nothing if the account has the role already', async () => {
    const { userId } = await world.creator('same');
    const revision = await revisionOf(userId);
    const { printed } = await setRole('same', 'user');
    expect(printed).toEqual({ user_id: userId, role: 'user' });
    expect(await toldSince(revision, userId)).toEqual([]);
    const where = { targetId: userId, action: 'user.role_changed' };
    expect(await world.platform.db.auditEntry.count({ where })).toBe(0);
  });

  it('user role fails with user_not_found for an unknown username', async () => {
    expect((await setRole('nobody', 'admin')).refused.code).toBe('user_not_found');
  });
});
