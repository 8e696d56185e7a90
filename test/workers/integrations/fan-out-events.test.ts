import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { fanOutEvents } from '../../../src/modules/integrations/index.js';
import { eligibleSubscriptions } from '../../../src/modules/integrations/webhooks/eligible-subscriptions.js';
import { Prisma } from '../../../src/platform/database/generated/client.js';
import type { EventKind } from '../../../src/registry/events.js';
import { emit } from '../../../src/request/outbox.js';
import type { Creator } from '../../actors.js';
import { outside } from '../../locks.js';
import { bareMod } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { happens, subscribed } from '../../webhooks.js';
import { ALL, URL, useFanOut } from './fan-out.js';

const fanOut = useFanOut();
const { world } = fanOut;
let alice: Creator;
let bob: Creator;
let modId: string;

beforeAll(() => {
  ({ alice, bob, modId } = fanOut.cast());
});

async function joins({ userId }: Creator, role: 'maintainer' | 'publisher' | 'reviewer') {
  const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
  await world.platform.db.teamMember.create({ data: { teamId, userId, role } });
  return () => world.platform.db.teamMember.deleteMany({ where: { teamId, userId } });
}

describe('the recipients of an event', () => {
  it('an account event goes only to the subscriptions of that account', async () => {
    const [mine, other] = [await fanOut.subscribe(alice), await fanOut.subscribe(bob)];
    const event = await fanOut.ofAccount(alice);
    expect(await fanOut.heard(mine, event)).toEqual([true]);
    expect(await fanOut.heard(other, event)).toEqual([false]);
  });

  it('a mod event goes to team members of every role, and not to former members', async () => {
    const other = await fanOut.subscribe(bob);
    const before = await fanOut.ofMod();
    expect(await fanOut.heard(other, before)).toEqual([false]);
    for (const role of ['maintainer', 'publisher', 'reviewer'] as const) {
      const leave = await joins(bob, role);
      const during = await fanOut.ofMod();
      expect(await fanOut.heard(other, during)).toEqual([true]);
      await leave();
      const after = await fanOut.ofMod();
      expect(await fanOut.heard(other, after)).toEqual([false]);
    }
  });

  it('an upload event does not go to an uploader who left the team', async () => {
    const sender = await fanOut.subscribe(bob);
    const event = await fanOut.ofMod('upload.completed', { userId: bob.userId });
    expect(await fanOut.heard(sender, event)).toEqual([false]);
  });

  it('events of a deleted mod are not delivered, except mod.updated', async () => {
    const { id } = await bareMod(alice, 'told');
    const mine = await fanOut.subscribe(alice);
    await world.platform.db.mod.update({ where: { id }, data: { state: 'deleted' } });
    const changed = await happens(world, { kind: 'mod.updated', modId: id });
    const failed = await happens(world, { kind: 'file.failed', modId: id });
    expect(await fanOut.heard(mine, changed, failed)).toEqual([true, false]);
  });

  it('an event without an account and a mod goes to no subscription', async () => {
    const mine = await fanOut.subscribe(alice);
    expect(await fanOut.heard(mine, await happens(world, {}))).toEqual([false]);
  });

  it('an event goes once to each enabled subscription that selected its kind', async () => {
    const wants = await fanOut.subscribe(alice, ['mod.updated']);
    const wantsOther = await fanOut.subscribe(alice, ['file.ready']);
    const disabled = await fanOut.subscribe(alice);
    await fanOut.turn(disabled, false);
    const event = await fanOut.ofMod();
    for (const [id, hears] of [
      [wants, true],
      [wantsOther, false],
      [disabled, false],
    ] as const) {
      expect(await fanOut.heard(id, event)).toEqual([hears]);
    }
    await fanOutEvents(world.platform);
    expect(
      await world.platform.db.webhookDelivery.count({ where: { subscriptionId: wants } }),
    ).toBe(1);
  });

  it('an event that occurred while a subscription was disabled is not delivered after it is enabled', async () => {
    const mine = await fanOut.subscribe(alice);
    await fanOut.turn(mine, false);
    const meanwhile = await fanOut.ofAccount(alice);
    await fanOut.turn(mine, true);
    expect(await fanOut.heard(mine, meanwhile, await fanOut.ofAccount(alice))).toEqual([
      false,
      true,
    ]);
  });

  it('an event of a blocked account is not delivered', async () => {
    const { platform } = world;
    const other = await fanOut.subscribe(bob);
    const where = { id: bob.userId };
    await platform.db.user.update({ where, data: { state: 'blocked' } });
    expect(await fanOut.heard(other, await fanOut.ofAccount(bob))).toEqual([false]);
    await platform.db.user.update({ where, data: { state: 'active' } });
    expect(await fanOut.heard(other, await fanOut.ofAccount(bob))).toEqual([true]);
  });

  it('a subscription of a credential limited to mods gets only events of these mods', async () => {
    const another = (await bareMod(alice, 'told')).id;
    const limited = await alice.withToken({ scopes: 'webhooks:write', modIds: [modId] });
    const made = await subscribed(limited, URL, ALL);
    expect(made.resource_grants).toEqual([{ type: 'mod', id: modId }]);
    const events = [
      await fanOut.ofMod(),
      await happens(world, { kind: 'mod.updated', modId: another }),
      await fanOut.ofAccount(alice),
    ];
    expect(await fanOut.heard(made.id, ...events)).toEqual([true, false, false]);
  });

  it("the subscription of an application gets events only while the user's grant and the operator's approval last", async () => {
    const { db, clock } = world.platform;
    const mine = await fanOut.subscribe(alice);
    const appId = await fanOut.giveToApplication(mine, ['webhooks:write']);
    const { userId } = alice;
    const hears = async (kind: EventKind = 'account.access.changed') =>
      (await fanOut.heard(mine, await happens(world, { kind, userId })))[0];
    expect(await hears()).toBe(false);
    const key = { appId_userId: { appId, userId } };
    await db.appGrant.create({ data: { ...key.appId_userId, scopes: ['webhooks:write'] } });
    expect(await hears()).toBe(true);
    await db.appGrant.update({ where: key, data: { revokedAt: clock.now() } });
    expect(await hears()).toBe(false);
    await db.appGrant.update({ where: key, data: { revokedAt: null, scopes: ['mods:read'] } });
    expect(await hears()).toBe(false);
    await db.appGrant.update({ where: key, data: { scopes: ['webhooks:write'] } });
    await db.app.update({ where: { id: appId }, data: { disabledAt: clock.now() } });
    expect(await hears()).toBe(false);
    await db.app.update({ where: { id: appId }, data: { disabledAt: null, approvedScopes: [] } });
    expect(await hears()).toBe(false);
  });

  it.each([
    ['token.changed', 'credentials:manage'],
    ['app.changed', 'account:read'],
  ] as const)(
    'an event of kind %s goes to an application only with the scope %s',
    async (kind, scope) => {
      const { db } = world.platform;
      const mine = await fanOut.subscribe(alice);
      const { userId } = alice;
      const scopes = ['webhooks:write', 'credentials:manage', 'account:read'];
      const hears = async () =>
        (await fanOut.heard(mine, await happens(world, { kind, userId })))[0];
      expect(await hears()).toBe(true);
      const approved = ['webhooks:write', 'credentials:manage'];
      const appId = await fanOut.giveToApplication(mine, scopes, approved);
      const key = { appId_userId: { appId, userId } };
      const others = scopes.filter((it) => it !== scope);
      await db.appGrant.create({ data: { ...key.appId_userId, scopes: others } });
      expect(await hears()).toBe(false);
      await db.appGrant.update({ where: key, data: { scopes } });
      expect(await hears()).toBe(true);
      await db.app.update({
        where: { id: appId },
        data: { scopes: others, approvedScopes: ['webhooks:write'] },
      });
      expect(await hears()).toBe(false);
    },
  );
});

describe('an event that commits late', () => {
  it('an event that commits after later ones is delivered once', async () => {
    const { db } = world.platform;
    const mine = await fanOut.subscribe(alice);
    const late = randomUUID();
    let later = '';
    await db.$transaction(async (tx) => {
      const data = { token_id: late };
      await emit(tx, { kind: 'token.changed', subjectId: late, userId: alice.userId, data });
      later = await outside(() => fanOut.ofAccount(alice));
      expect(await outside(() => fanOut.heard(mine, late, later))).toEqual([false, true]);
    });
    expect(await fanOut.heard(mine, late, later)).toEqual([true, true]);
    expect(await db.webhookDelivery.count({ where: { subscriptionId: mine } })).toBe(2);
  });

  it('an event that commits late goes to subscriptions created before the commit, earlier events do not', async () => {
    const { db } = world.platform;
    const before = await fanOut.ofAccount(alice);
    const late = randomUUID();
    let mine = '';
    await db.$transaction(async (tx) => {
      const data = { token_id: late };
      await emit(tx, { kind: 'token.changed', subjectId: late, userId: alice.userId, data });
      mine = await fanOut.subscribe(alice);
    });
    expect(await fanOut.heard(mine, before, late)).toEqual([false, true]);
  });
});

describe('runs of fan-out-events', () => {
  it('concurrent runs of fan-out-events create one delivery per subscription and event', async () => {
    const { db } = world.platform;
    const [first, second] = [await fanOut.subscribe(alice), await fanOut.subscribe(alice)];
    await fanOut.manyOf(alice, 450);
    await Promise.all([1, 2, 3].map(() => fanOutEvents(world.platform)));
    await fanOutEvents(world.platform);
    for (const subscriptionId of [first, second]) {
      const told = await db.webhookDelivery.findMany({ where: { subscriptionId } });
      expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(450);
      expect(told.length).toBe(450);
    }
    const where = { kind: 'deliver-webhook', dedupeKey: first, state: 'queued' as const };
    expect(await db.job.count({ where })).toBeLessThanOrEqual(3);
  });

  it('an event that cannot be fanned out does not block other events and is retried', async () => {
    const { db } = world.platform;
    const mine = await fanOut.subscribe(alice);
    const events = await fanOut.manyOf(alice, 9);
    const [bad = ''] = events;
    const mend = await fanOut.refuseToDeliver(bad);
    await expect(fanOutEvents(world.platform)).rejects.toThrow('refused');
    await mend();
    const told = await db.webhookDelivery.findMany({
      where: { subscriptionId: mine },
      include: { event: true },
    });
    expect(told.map(({ event }) => event.subjectId).toSorted()).toEqual(events.slice(1).toSorted());
    expect(await fanOut.heard(mine, bad)).toEqual([true]);
  });

  it('fan-out-events sends the same number of statements for many events and subscriptions as for one', async () => {
    await fanOut.subscribe(alice);
    const handOn = () => world.statements(() => fanOutEvents(world.platform));
    await fanOut.ofAccount(alice);
    const one = (await handOn()).length;
    for (let at = 0; at < 5; at += 1) await fanOut.subscribe(alice);
    await fanOut.manyOf(alice, 40);
    expect((await handOn()).length).toBe(one);
  });

  longTest(
    'fan-out-events finds pending events by an index, independent of the number of past events',
    async () => {
      const { db } = world.platform;
      await db.$executeRaw`
      insert into outbox_events (id, kind, subject_id, data, occurred_at, fanned_out_at)
      select gen_random_uuid(), 'mod.updated', gen_random_uuid(), '{}', now(), now()
      from generate_series(1, 20000)`;
      await db.$executeRaw`analyze outbox_events`;
      const plan = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`
      explain select id from outbox_events where fanned_out_at is null
      order by fanned_out_at, occurred_at, id limit 200 for update skip locked`;
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('outbox_events_fanned_out_at_occurred_at_id_idx');
      expect(text).not.toContain('Sort');
      await db.outboxEvent.deleteMany({ where: { userId: null, modId: null } });
    },
  );

  it('fan-out-events reads only the subscriptions of eligible users', async () => {
    const { db } = world.platform;
    await db.$executeRaw`
      with made as (
        insert into users (id, username, display_name)
        select gen_random_uuid(), 'many-' || n, n from generate_series(1, 5000) n returning id)
      insert into webhook_subscriptions (id, owner_id, url, event_kinds, secret)
      select gen_random_uuid(), id, ${URL}, '{mod.updated}', '' from made`;
    for (let at = 0; at < 20; at += 1) await fanOut.ofMod();
    await db.$executeRaw`analyze`;
    const events = Prisma.sql`select id, kind, mod_id, user_id from outbox_events
      where id = any(array(select id from outbox_events where fanned_out_at is null limit 200))`;
    const plan = await db.$queryRaw<
      { 'QUERY PLAN': string }[]
    >`explain ${eligibleSubscriptions(events, world.clock.now())}`;
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('webhook_subscriptions_owner_id_created_at_id_idx');
    expect(text).not.toContain('Seq Scan on webhook_subscriptions');
  });
});
