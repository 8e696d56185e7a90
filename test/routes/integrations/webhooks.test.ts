import { describe, expect, it } from 'vitest';
import { checkedTarget } from '../../../src/modules/integrations/webhooks/target.js';
import { loadOf } from '../../../src/platform/database/connect.js';
import { isPublicHost, type Resolver } from '../../../src/platform/outbound/target.js';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Json } from '../../actors.js';
import { untilSomebodyWaits } from '../../locks.js';
import { bareMod, refusal } from '../../publishing.js';
import { newDelivery } from '../../webhooks.js';
import { alice, bob, idsOf, update, useSubscriptions, world } from '../publishing/subscriptions.js';

useSubscriptions();

const GOOD = 'https://hooks.invalid/modport?key=1';

const subscribe = (actor: Actor, more: object = {}) =>
  actor.post('/webhook-subscriptions', { url: GOOD, event_kinds: ['mod.updated'], ...more });

const made = async (actor: Actor): Promise<Json> => (await subscribe(actor)).body.data;

const rotate = (actor: Actor, id: string) =>
  actor.post(`/webhook-subscriptions/${id}/rotate-secret`);

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
    ['a loopback name', 'https://localhost/'],
    ['a loopback address', 'https://127.0.0.1/'],
    ['a loopback address as one number', 'https://2130706433/'],
    ['a loopback address in hex', 'https://0x7f.1/'],
    ['a loopback address in IPv6', 'https://[::1]/'],
    ['a mapped address', 'https://[::ffff:127.0.0.1]/'],
    ['a private address', 'https://10.0.0.1/'],
    ['a private address', 'https://192.168.1.1/'],
    ['a private address', 'https://172.16.5.5/'],
    ['a link-local address', 'https://169.254.169.254/latest/meta-data'],
    ['a link-local address', 'https://[fe80::1]/'],
    ['a unique local address', 'https://[fd00::1]/'],
    ['the unspecified address', 'https://0.0.0.0/'],
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
    ['is not a URL', 'somewhere', 'invalid_format'],
    ['contains a line break', 'https://hooks.example.com/\na', 'invalid_format'],
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
      url: GOOD,
      event_kinds: ['mod.updated'],
      description: 'Builds',
      state: 'active',
      resource_grants: null,
      exhausted_in_a_row: 0,
      previous_secret_until: null,
    });
    const { body } = await alice.get('/webhook-subscriptions');
    expect(body.data).toEqual([rest]);
  });

  it.each([
    ['none', [], 'event_kinds', 'too_short'],
    ['an unknown kind', ['mod.exploded'], 'event_kinds[0]', 'unknown_value'],
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
