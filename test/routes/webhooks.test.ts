import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkedTarget } from '../../src/modules/integrations/webhooks/checked-target.js';
import { loadOf } from '../../src/platform/database/connect.js';
import { isPublicHost } from '../../src/platform/outbound/host-name.js';
import type { Resolver } from '../../src/platform/outbound/resolve-name.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Actor, Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { restList, walkThrough } from '../lists.js';
import { untilSomebodyWaits } from '../locks.js';
import { bareMod, newGame, refusal } from '../publishing.js';
import { newDelivery, newSubscription } from '../webhooks.js';

const world = useWorld({}, { jobs: 'when-settled' });
const GOOD = 'https://hooks.invalid/modport?key=1';
let alice: Creator;
let bob: Creator;

beforeAll(async () => {
  await newGame(world, 'hooked');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
});

beforeEach(() => world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } }));

const subscribe = (actor: Actor, more: object = {}) =>
  actor.post('/webhook-subscriptions', { url: GOOD, event_kinds: ['mod.updated'], ...more });
const made = async (actor: Actor): Promise<Json> => (await subscribe(actor)).body.data;
const idsOf = (actor: Actor, path: string) => walkThrough(restList(actor, path), [2, 3]);
const rotate = (actor: Actor, id: string) =>
  actor.post(`/webhook-subscriptions/${id}/rotate-secret`);
const update = (actor: Actor, id: string, input: string) =>
  actor.graphql(
    `mutation { updateWebhookSubscription(id: "${id}", input: { ${input} }) { id url eventKinds description state } }`,
  );
const remove = (actor: Actor, id: string) =>
  actor.graphql(`mutation { deleteWebhookSubscription(id: "${id}") }`);
const codeOf = ({ body }: { body: Json }) => body.errors?.[0]?.extensions.code ?? null;

describe('webhook URLs', () => {
  it.each([
    ['http', 'http://hooks.example.com/'],
    ['another port', 'https://hooks.example.com:8443/'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['a user', 'https://user@hooks.example.com/'],
    ['a user without a name', 'https://@hooks.example.com/'],
    ['a password', 'https://:secret@hooks.example.com/'],
    ['a fragment', 'https://hooks.example.com/#a'],
    ['an empty fragment', 'https://hooks.example.com/#'],
    ['this machine', 'https://localhost/'],
    ['this machine by its address', 'https://127.0.0.1/'],
    ['this machine in one number', 'https://2130706433/'],
    ['this machine in hex', 'https://0x7f.1/'],
    ['this machine in IPv6', 'https://[::1]/'],
    ['a mapped address', 'https://[::ffff:127.0.0.1]/'],
    ['a private address', 'https://10.0.0.1/'],
    ['a private address', 'https://192.168.1.1/'],
    ['a private address', 'https://172.16.5.5/'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['a link-local address', 'https://[fe80::1]/'],
    ['a unique local address', 'https://[fd00::1]/'],
    ['no host at all', 'https://0.0.0.0/'],
    ['a name without a domain', 'https://intranet/'],
    ['a private name', 'https://db.internal/'],
    ['a private name', 'https://printer.local/'],
    ['a name with a dot at its end', 'https://localhost./'],
  ])('a webhook URL with %s is rejected: %s', async (_, url) => {
    const answer = await subscribe(alice, { url });
    expect(refusal(answer)).toBe('400 invalid_input');
    expect(answer.body.fields).toEqual([{ field: 'url', code: 'not_allowed' }]);
  });

  it.each([
    ['is none', 'somewhere', 'invalid_format'],
    ['has a line in it', 'https://hooks.example.com/\na', 'invalid_format'],
    ['is empty', '', 'too_short'],
    ['is too long', `https://hooks.example.com/${'a'.repeat(2_048)}`, 'too_long'],
  ])('a webhook URL that %s is rejected', async (_, url, code) => {
    const answer = await subscribe(alice, { url });
    expect(answer.body.fields).toEqual([{ field: 'url', code }]);
  });

  it('a webhook URL is rejected if its host resolves only to private addresses, and accepted if it does not resolve', async () => {
    const leadsTo =
      (...addresses: string[]): Resolver =>
      (_host, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
    const { platform } = world;
    const url = 'https://hooks.example.com/';
    for (const addresses of [['127.0.0.1'], ['10.0.0.1', 'fd00::1'], ['169.254.169.254']]) {
      await expect(checkedTarget(platform, url, leadsTo(...addresses))).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
    expect(await checkedTarget(platform, url, leadsTo('10.0.0.1', '1.1.1.1'))).toBe(url);
    expect(await checkedTarget(platform, url, (_, done) => done(new Error('no such'), []))).toBe(
      url,
    );
  });

  it('a webhook URL may have a public IP address as its host', () => {
    expect(['1.1.1.1', '[2606:4700::1111]', '10.0.0.1'].map(isPublicHost)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('the update of a webhook URL applies the same rules', async () => {
    const { id } = await made(alice);
    const refused = await update(alice, id, 'url: "https://10.0.0.1/"');
    expect(codeOf(refused)).toBe('invalid_input');
    const changed = await update(alice, id, 'url: "https://other.invalid/", description: null');
    expect(changed.body.data.updateWebhookSubscription).toMatchObject({
      url: 'https://other.invalid/',
      description: null,
    });
  });
});

describe('webhook subscriptions', () => {
  it('a webhook subscription shows its secret once, and the list omits it', async () => {
    const answer = await subscribe(alice, { description: 'Builds' });
    expect(answer.status).toBe(201);
    const { secret, ...rest } = answer.body.data;
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(rest).toMatchObject({
      ...{ url: GOOD, event_kinds: ['mod.updated'], description: 'Builds', state: 'active' },
      ...{ resource_grants: null, exhausted_in_a_row: 0, previous_secret_until: null },
    });
    const { body } = await alice.get('/webhook-subscriptions');
    expect(body.data).toEqual([rest]);
  });

  it.each([
    ['none', [], 'event_kinds', 'too_short'],
    ['one that there is not', ['mod.exploded'], 'event_kinds[0]', 'unknown_value'],
  ])(
    'a webhook subscription with bad event kinds is rejected: %s',
    async (_, event_kinds, field, code) => {
      const answer = await subscribe(alice, { event_kinds });
      expect(refusal(answer)).toBe('400 invalid_input');
      expect(answer.body.fields).toEqual([{ field, code }]);
    },
  );

  it('a webhook subscription has each event kind only once', async () => {
    const answer = await subscribe(alice, { event_kinds: ['mod.updated', 'mod.updated'] });
    expect(answer.body.data.event_kinds).toEqual(['mod.updated']);
  });

  it('the limit of webhook subscriptions holds for concurrent requests, and a deletion frees a place', async () => {
    const wanted = LIMITS.webhookSubscriptionsPerApplication + 3;
    const answers = await Promise.all(Array.from({ length: wanted }, () => subscribe(alice)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusal)).toEqual(Array(3).fill('409 invalid_state'));
    const [first] = answers.filter(({ status }) => status === 201);
    await remove(alice, first?.body.data.id);
    expect((await subscribe(alice)).status).toBe(201);
  });

  it('a foreign webhook subscription returns 404, and the lists of other users omit it', async () => {
    const { id } = await made(alice);
    expect(refusal(await rotate(bob, id))).toBe('404 not_found');
    expect(codeOf(await update(bob, id, 'enabled: false'))).toBe('not_found');
    expect(codeOf(await remove(bob, id))).toBe('not_found');
    expect(await idsOf(bob, '/webhook-subscriptions')).toEqual([]);
    expect(await idsOf(bob, `/webhook-deliveries?subscription_id=${id}`)).toEqual([]);
    const delivery = await newDelivery(world, alice);
    const answer = await bob.post(`/webhook-deliveries/${delivery}/redeliver`);
    expect(refusal(answer)).toBe('404 not_found');
  });

  it('a deleted webhook subscription is gone, with its secrets, URL path and description', async () => {
    const { id } = (await subscribe(alice, { description: 'Builds' })).body.data;
    expect((await remove(alice, id)).body.data.deleteWebhookSubscription).toBe(id);
    expect(refusal(await rotate(alice, id))).toBe('410 gone');
    expect(codeOf(await remove(alice, id))).toBe('gone');
    expect(await idsOf(alice, '/webhook-subscriptions')).toEqual([]);
    const row = await world.platform.db.webhookSubscription.findUniqueOrThrow({ where: { id } });
    expect([row.state, row.secret.length, row.previousSecret]).toEqual(['deleted', 0, null]);
    expect([row.url, row.description]).toEqual(['https://hooks.invalid', null]);
  });

  it('a credential for some mods reaches only webhook subscriptions that are limited to these mods', async () => {
    const [one, two] = [await bareMod(alice, 'hooked'), await bareMod(alice, 'hooked')];
    const scopes = 'webhooks:read webhooks:write';
    const limited = await alice.withToken({ scopes, modIds: [one.id] });
    const wider = await alice.withToken({ scopes, modIds: [one.id, two.id] });
    const [own, wide, whole] = [await made(limited), await made(wider), await made(alice)];
    expect(await idsOf(limited, '/webhook-subscriptions')).toEqual([own.id]);
    expect(await idsOf(wider, '/webhook-subscriptions')).toEqual([wide.id, own.id]);
    expect(await idsOf(alice, '/webhook-subscriptions')).toEqual([whole.id, wide.id, own.id]);
    expect((await rotate(wider, own.id)).status).toBe(200);
    expect(refusal(await rotate(limited, wide.id))).toBe('403 resource_scope_denied');
    expect(refusal(await rotate(wider, whole.id))).toBe('403 resource_scope_denied');
    expect(codeOf(await update(limited, whole.id, 'enabled: false'))).toBe('resource_scope_denied');
    const delivery = await newDelivery(world, alice);
    const answer = await limited.post(`/webhook-deliveries/${delivery}/redeliver`);
    expect(refusal(answer)).toBe('403 resource_scope_denied');
    expect(await idsOf(limited, '/webhook-deliveries')).toEqual([]);
  });

  it('two concurrent secret rotations of a webhook subscription keep both secrets', async () => {
    const { id } = await made(alice);
    const answers = await Promise.all([rotate(alice, id), rotate(alice, id)]);
    const secrets = answers.map(({ body }) => body.data.secret);
    const { platform } = world;
    const row = await platform.db.webhookSubscription.findUniqueOrThrow({ where: { id } });
    const kept = [row.secret, row.previousSecret ?? new Uint8Array()].map((sealed) =>
      platform.vault.open(`webhook_subscriptions.secret ${id}`, sealed).toString(),
    );
    expect(kept.toSorted()).toEqual(secrets.toSorted());
  });
});

describe('webhook deliveries', () => {
  const ofState = async (data: object) => {
    const id = await newDelivery(world, alice);
    await world.platform.db.webhookDelivery.update({ where: { id }, data });
    return id;
  };

  it('webhook deliveries are walked newest first, without deliveries after the first page', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 7; at += 1) ids.unshift(await newDelivery(world, alice));
    const list = restList(alice, '/webhook-deliveries');
    expect(await walkThrough(list, [2], () => newDelivery(world, alice))).toEqual(ids);
  });

  it('webhook deliveries can be filtered by kind, state, creation, next attempt and subscription together', async () => {
    const soon = new Date(Date.now() + 60_000);
    const waiting = await ofState({ state: 'retrying', nextAttemptAt: soon });
    const old = await ofState({ createdAt: new Date('2020-01-01') });
    const list = (query: string) => idsOf(alice, `/webhook-deliveries?${query}`);
    expect(await list('delivery_status=retrying')).toEqual([waiting]);
    expect(await list('delivery_status=exhausted')).toEqual([old]);
    expect(await list('created_after=2021-01-01T00:00:00.000Z')).toEqual([waiting]);
    expect(await list('event_kind=token.changed')).toEqual([waiting, old]);
    expect(await list('event_kind=file.ready')).toEqual([]);
    expect(await list(`next_attempt_before=${new Date(soon.getTime() + 1).toISOString()}`)).toEqual(
      [waiting],
    );
    expect(await list(`next_attempt_before=${soon.toISOString()}`)).toEqual([]);
    const { subscriptionId } = await world.platform.db.webhookDelivery.findUniqueOrThrow({
      where: { id: old },
    });
    expect(await list(`subscription_id=${subscriptionId}&event_kind=token.changed`)).toEqual([old]);
  });

  it.each([
    ['event_kind=mod.exploded', 'event_kind', 'unknown_value'],
    ['delivery_status=lost', 'delivery_status', 'unknown_value'],
    ['subscription_id=x', 'subscription_id', 'invalid_format'],
  ])(
    'GET /v1/webhook-deliveries rejects an invalid filter value: %s',
    async (query, field, code) => {
      const answer = await alice.get(`/webhook-deliveries?${query}`);
      expect(refusal(answer)).toBe('400 invalid_input');
      expect(answer.body.fields).toEqual([{ field, code }]);
    },
  );

  it('GET /v1/webhook-deliveries runs the same statements for a full page as for one row, over the owner index', async () => {
    const { db } = world.platform;
    await newDelivery(world, alice);
    const count = async () =>
      (await world.statements(() => alice.get('/webhook-deliveries?limit=100'))).length;
    const one = await count();
    const subscriptionId = await newSubscription(world, alice);
    const other = await newSubscription(world, bob);
    const event = await db.outboxEvent.findFirstOrThrow({ where: { userId: alice.userId } });
    for (const [ownerId, id] of [
      [alice.userId, subscriptionId],
      [bob.userId, other],
    ] as const) {
      await db.$executeRaw`
        insert into webhook_deliveries (id, owner_id, subscription_id, event_id, state)
        select gen_random_uuid(), ${ownerId}::uuid, ${id}::uuid, ${event.id}::uuid, 'exhausted'
        from generate_series(1, 5000)`;
    }
    await db.$executeRaw`analyze webhook_deliveries`;
    expect(await count()).toBe(one);
    const plan = await db.$queryRaw<{ 'QUERY PLAN': string }[]>`
      explain select d.id from webhook_deliveries d join outbox_events e on e.id = d.event_id
        join webhook_subscriptions s on s.id = d.subscription_id
      where d.owner_id = ${alice.userId}::uuid and s.state <> 'deleted'
      order by d.created_at desc, d.id desc limit 26`;
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('webhook_deliveries_owner_id_created_at_id_idx');
    expect(text).not.toContain('Sort');
  });
});

describe('concurrent changes of one webhook subscription', () => {
  it.each([
    ['deletes', remove],
    ['updates', (actor: Actor, id: string) => update(actor, id, 'description: "late"')],
    ['rotations', rotate],
  ] as const)(
    'webhook subscription %s after a delete release every connection',
    async (_, change) => {
      const { id } = await made(alice);
      const count = 3 * LIMITS.databaseConnections;
      const { db } = world.platform;
      // All requests read the subscription before the delete commits.
      const begun = await db.$transaction(async (tx) => {
        await tx.webhookSubscription.update({ where: { id }, data: { state: 'deleted' } });
        await tx.tombstone.create({ data: { id, entity: 'webhook_subscription' } });
        const changes = Array.from({ length: count }, () => change(alice, id));
        await untilSomebodyWaits(db, LIMITS.databaseConnections - 1);
        return { changes };
      });
      const codes = (await Promise.all(begun.changes)).map(
        ({ body }) => codeOf({ body }) ?? body.code,
      );
      expect(codes).toEqual(Array.from({ length: count }, () => 'gone'));
      expect(loadOf(db)?.requests).toMatchObject({ inUse: 0, waiting: 0 });
    },
  );
});
