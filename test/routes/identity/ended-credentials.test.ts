import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fanOutEvents, sweepWebhooks } from '../../../src/modules/integrations/index.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { type Actor, type Creator, type Json, withSecret } from '../../actors.js';
import { type SignedIn, signIn } from '../../graphql/identity/signed-in.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import { refusal } from '../../publishing.js';
import { happens, subscribed, useReceiver } from '../../webhooks.js';

const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const receiver = useReceiver();
const SCOPES = 'account:read webhooks:read webhooks:write credentials:manage agent:mods.search';
const UPDATE = `mutation ($id: ID!, $input: UpdateWebhookSubscriptionInput!) {
  updateWebhookSubscription(id: $id, input: $input) { state disabledReason credentialId } }`;
let alice: Creator;
let session: SignedIn;

beforeAll(async () => {
  alice = await world.creator('alice');
  session = await signIn(world, alice.userId);
  world.clock.stop();
});
beforeEach(async () => {
  await world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } });
  receiver.received.length = 0;
});

const tokenOf = (lifetimeSeconds?: number) =>
  alice.withToken({ scopes: SCOPES, ...(lifetimeSeconds ? { lifetimeSeconds } : {}) });
const idOf = async (actor: Actor): Promise<string> =>
  (await actor.get('/me')).body.data.credential.id;
const subscribe = (actor: Actor) => subscribed(actor, receiver.url, ['token.changed']);
const rowOf = (id: string) =>
  world.platform.db.webhookSubscription.findUniqueOrThrow({
    where: { id },
    select: { state: true, disabledReason: true, credentialId: true },
  });
const revoke = async (actor: Actor) =>
  expect((await alice.request('DELETE', `/api-keys/${await idOf(actor)}`)).status).toBe(204);
const update = async (actor: Actor, id: string, input: object): Promise<Json> => {
  const { body } = await actor.graphql(UPDATE, { id, input });
  return body.errors?.[0]?.extensions.code ?? body.data.updateWebhookSubscription;
};
const disabled = (credentialId: string | null) => ({
  state: 'disabled',
  disabledReason: 'credential_ended',
  credentialId,
});

/** Creates an account event and fans it out to pending deliveries; returns its subject id. */
async function waiting(): Promise<string> {
  const event = await happens(world, { userId: alice.userId });
  await fanOutEvents(world.platform);
  return event;
}

const deliveriesOf = async (subjectId: string) =>
  (await world.platform.db.webhookDelivery.findMany({ where: { event: { subjectId } } })).map(
    ({ state }) => state,
  );

describe('revoking a token', () => {
  it('revoking a token disables its webhook subscriptions and cancels their pending deliveries', async () => {
    const token = await tokenOf();
    const [its, others] = [await subscribe(token), await subscribe(alice)];
    const event = await waiting();
    const credentialId = await idOf(token);
    await revoke(token);
    expect(await rowOf(its.id)).toEqual(disabled(credentialId));
    expect(await rowOf(others.id)).toMatchObject({ state: 'active' });
    expect((await deliveriesOf(event)).toSorted()).toEqual(['cancelled', 'pending']);
    const line = { action: 'webhook.disabled', targetId: its.id };
    expect(await world.platform.db.auditEntry.findFirst({ where: line })).toMatchObject({
      actorId: alice.userId,
      data: { credential_id: credentialId },
    });
    await world.settled();
    expect(receiver.received).toHaveLength(1);
  });

  it('a disabled webhook subscription shows its owner the reason and the credential', async () => {
    const token = await tokenOf();
    const { id } = await subscribe(token);
    const credentialId = await idOf(token);
    await revoke(token);
    const listed = await session.run(
      '{ listWebhookSubscriptions(limit: 10) { items { id state disabledReason credentialId } } }',
    );
    expect(listed.listWebhookSubscriptions.items).toEqual([{ id, ...disabled(credentialId) }]);
  });

  it('a webhook subscription of a revoked token delivers again after a session enables it', async () => {
    const token = await tokenOf();
    const { id } = await subscribe(token);
    await revoke(token);
    await session.run(UPDATE, { id, input: { enabled: true } });
    expect(await rowOf(id)).toEqual({ state: 'active', disabledReason: null, credentialId: null });
    const event = await waiting();
    await world.settled();
    expect(await deliveriesOf(event)).toEqual(['succeeded']);
  });

  it('a webhook subscription ends with the token that last changed its URL, event kinds or secret', async () => {
    const { db } = world.platform;
    const token = await tokenOf();
    const [moved, widened, rotated, described] = [
      await subscribe(alice),
      await subscribe(alice),
      await subscribe(alice),
      await subscribe(alice),
    ];
    await db.webhookSubscription.updateMany({ data: { credentialId: null } });
    await update(token, moved.id, { url: `${receiver.url}/theirs` });
    await update(token, widened.id, { eventKinds: ['token.changed', 'app.changed'] });
    expect((await token.post(`/webhook-subscriptions/${rotated.id}/rotate-secret`)).status).toBe(
      200,
    );
    await update(token, described.id, { description: 'mine' });
    const credentialId = await idOf(token);
    await revoke(token);
    for (const { id } of [moved, widened, rotated]) {
      expect(await rowOf(id)).toEqual(disabled(credentialId));
    }
    expect(await rowOf(described.id)).toMatchObject({ state: 'active' });
  });

  it('a webhook subscription stays with its token if the owner changes only its description', async () => {
    const token = await tokenOf();
    const { id } = await subscribe(token);
    await session.run(UPDATE, { id, input: { description: 'x', url: receiver.url } });
    await revoke(token);
    expect(await rowOf(id)).toMatchObject({ state: 'disabled' });
  });

  it('POST /v1/webhook-subscriptions waits for the revocation of its token and returns 401', async () => {
    const token = await tokenOf();
    const id = await idOf(token);
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.credential.update({ where: { id }, data: { revokedAt: world.clock.now() } }),
      () =>
        token.post('/webhook-subscriptions', { url: receiver.url, event_kinds: ['mod.updated'] }),
    );
    expect([waited, refusal(result)]).toEqual([true, '401 unauthorized']);
    expect(await world.platform.db.webhookSubscription.count({ where: { state: 'active' } })).toBe(
      0,
    );
  });

  it('POST /v1/api-keys waits for the revocation of its token and returns 401', async () => {
    const token = await tokenOf();
    const id = await idOf(token);
    const before = await world.platform.db.credential.count();
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.credential.update({ where: { id }, data: { revokedAt: world.clock.now() } }),
      () => token.post('/api-keys', { name: 'survivor', scopes: ['account:read'] }),
    );
    expect([waited, refusal(result)]).toEqual([true, '401 unauthorized']);
    expect(await world.platform.db.credential.count()).toBe(before);
  });

  it('revoking a token deletes its agent tokens, and the audit log counts them', async () => {
    const token = await tokenOf();
    const answer = await fetch(`${world.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token.token ?? '',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        audience: 'agent-gateway',
        scope: 'agent:mods.search',
      }),
    });
    expect(answer.status).toBe(200);
    const { db } = world.platform;
    const id = await idOf(token);
    const where = {
      kind: 'AccessToken',
      payload: { path: ['extra', 'credential_id'], equals: id },
    };
    expect(await db.oauthRecord.count({ where })).toBe(1);
    await revoke(token);
    expect(await db.oauthRecord.count({ where })).toBe(0);
    const line = { action: 'token.revoked', targetId: id };
    expect(await db.auditEntry.findFirst({ where: line })).toMatchObject({
      data: { agent_tokens_ended: 1 },
    });
  });
});

describe('token expiry', () => {
  it('an expired token gets no further webhook deliveries, and the clean-up disables its subscriptions', async () => {
    const token = await tokenOf(3600);
    const credentialId = await idOf(token);
    const { id } = await subscribe(token);
    const waited = await waiting();
    world.clock.advance(3600);
    const later = await waiting();
    await world.settled();
    expect([await deliveriesOf(waited), await deliveriesOf(later)]).toEqual([['cancelled'], []]);
    expect(receiver.received).toEqual([]);
    await sweepWebhooks(world.platform);
    expect(await rowOf(id)).toEqual(disabled(credentialId));
  });

  it('the redelivery of a delivery of an expired token returns 404', async () => {
    const token = await tokenOf(3600);
    await subscribe(token);
    const event = await waiting();
    const [first] = await world.platform.db.webhookDelivery.findMany({
      where: { event: { subjectId: event } },
    });
    world.clock.advance(3600);
    const again = await alice.post(`/webhook-deliveries/${first?.id}/redeliver`);
    expect(refusal(again)).toBe('404 not_found');
  });
});

describe('rotating an API key', () => {
  it('the webhook subscriptions of a rotated API key move to its replacement and end with it', async () => {
    const maker = await alice.withToken({});
    const made = await maker.post('/api-keys', {
      name: 'key',
      scopes: ['webhooks:read', 'webhooks:write', 'account:read'],
    });
    expect(made.status).toBe(201);
    const key = made.body.data;
    const { id } = await subscribe(withSecret(world.baseUrl, key.secret));
    const next = (await maker.post(`/api-keys/${key.id}/rotate`)).body.data;
    expect(await rowOf(id)).toMatchObject({ state: 'active', credentialId: next.id });
    await world.platform.db.webhookSubscription.updateMany({
      where: { id },
      data: { limited: false },
    });
    world.clock.advance(LIMITS.apiKeyOverlapSeconds);
    const event = await waiting();
    await world.settled();
    expect(await deliveriesOf(event)).toEqual(['succeeded']);
    expect((await alice.request('DELETE', `/api-keys/${next.id}`)).status).toBe(204);
    expect(await rowOf(id)).toEqual(disabled(next.id));
  });

  it('the webhook subscriptions that a rotated API key creates or changes belong to its latest replacement', async () => {
    const token = await tokenOf();
    const [moved, rotated] = [await subscribe(alice), await subscribe(alice)];
    const next = (await token.post(`/api-keys/${await idOf(token)}/rotate`)).body.data;
    const successor = withSecret(world.baseUrl, next.secret);
    const { id: latest } = (await successor.post(`/api-keys/${next.id}/rotate`)).body.data;
    const created = await subscribe(token);
    await update(token, moved.id, { url: `${receiver.url}/theirs` });
    await token.post(`/webhook-subscriptions/${rotated.id}/rotate-secret`);
    world.clock.advance(LIMITS.apiKeyOverlapSeconds);
    await sweepWebhooks(world.platform);
    for (const { id } of [created, moved, rotated]) {
      expect(await rowOf(id)).toMatchObject({ state: 'active', credentialId: latest });
    }
  });
});

it('a webhook subscription without a recorded credential stays active and visible to its owner', async () => {
  const { id } = await subscribe(alice);
  await world.platform.db.webhookSubscription.update({
    where: { id },
    data: { credentialId: null },
  });
  await sweepWebhooks(world.platform);
  const event = await waiting();
  await world.settled();
  expect(await deliveriesOf(event)).toEqual(['succeeded']);
  expect((await alice.get('/webhook-subscriptions')).body.data).toMatchObject([{ id }]);
});
