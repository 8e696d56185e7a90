import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, type Creator, type Json, withSecret } from '../actors.js';
import { DELETE, DISABLE, ENABLE, REVOKE } from '../graphql/identity/apps.js';
import { type SignedIn, signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { restList, walkThrough } from '../lists.js';
import { untilSomebodyWaits } from '../locks.js';
import { refusal } from '../publishing.js';
import { subscribed } from '../webhooks.js';
import { type Application, newApplication } from './applications.js';
import { type Browser, newBrowser } from './browser.js';
import { authorize } from './code-flow.js';

const world = useWorld({}, { jobs: 'when-settled' });
const SCOPES = ['webhooks:read', 'webhooks:write'];
const URL = 'https://hooks.invalid/';
let ada: Creator;
let session: SignedIn;
/** An administrator who owns no application. */
let admin: SignedIn;
let browser: Browser;
let app: Application;
let client: Actor;

const newApp = () => newApplication(world, ada.userId, { scopes: SCOPES, approvedScopes: SCOPES });

/** The application with a token that the user granted. */
async function allowed(application: Application): Promise<Actor> {
  const { tokens } = await authorize(application, browser, { scope: SCOPES.join(' ') });
  return withSecret(world.baseUrl, tokens.access_token, application.clientId);
}

beforeAll(async () => {
  ada = await world.creator('ada');
  session = await signIn(world, ada.userId);
  const { userId } = await world.creator('root');
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  admin = await signIn(world, userId);
  browser = newBrowser(world.platform, world.baseUrl);
  await browser.signIn(ada.userId, true);
});

beforeEach(async () => {
  await world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } });
  app = await newApp();
  client = await allowed(app);
});

const subscribe = (actor: Actor) => subscribed(actor, URL, ['token.changed']);
const idsOf = (actor: Actor, path: string) => walkThrough(restList(actor, path), [2]);
const rotate = (actor: Actor, id: string) =>
  actor.post(`/webhook-subscriptions/${id}/rotate-secret`);
const redeliver = (actor: Actor, id: string) => actor.post(`/webhook-deliveries/${id}/redeliver`);
const codeOf = ({ body }: { body: Json }) => body.errors?.[0]?.extensions.code ?? null;
const update = (actor: Actor, id: string) =>
  actor.graphql(
    `mutation { updateWebhookSubscription(id: "${id}", input: { description: "x" }) { id } }`,
  );
const remove = (actor: Actor, id: string) =>
  actor.graphql(`mutation { deleteWebhookSubscription(id: "${id}") }`);

/** Creates a pending delivery of a subscription and returns its ID. */
async function waiting(subscriptionId: string): Promise<string> {
  const { db, clock } = world.platform;
  const ownerId = ada.userId;
  const event = await db.outboxEvent.create({
    data: {
      kind: 'token.changed',
      subjectId: ownerId,
      userId: ownerId,
      data: {},
      fannedOutAt: clock.now(),
    },
  });
  const { id } = await db.webhookDelivery.create({
    data: { ownerId, subscriptionId, eventId: event.id, nextAttemptAt: clock.now() },
  });
  return id;
}

async function statesOf(subscriptionId: string, deliveryId: string): Promise<string[]> {
  const { db } = world.platform;
  const { state } = await db.webhookSubscription.findUniqueOrThrow({
    where: { id: subscriptionId },
  });
  const delivery = await db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  return [state, delivery.state];
}

async function appGrantId(): Promise<string> {
  const key = { appId_userId: { appId: app.id, userId: ada.userId } };
  return (await world.platform.db.appGrant.findUniqueOrThrow({ where: key })).id;
}

describe('webhook subscriptions of an application', () => {
  it('a webhook subscription is visible only to its application and its owner', async () => {
    const other = await allowed(await newApp());
    const [its, owners] = [await subscribe(client), await subscribe(ada)];
    const [delivery, ownersDelivery] = [await waiting(its.id), await waiting(owners.id)];
    expect(await idsOf(client, '/webhook-subscriptions')).toEqual([its.id]);
    expect(await idsOf(client, '/webhook-deliveries')).toEqual([delivery]);
    expect(await idsOf(ada, '/webhook-subscriptions')).toEqual([owners.id, its.id]);
    expect(await idsOf(ada, '/webhook-deliveries')).toEqual([ownersDelivery, delivery]);
    for (const [actor, id, sent] of [
      [other, its.id, delivery],
      [client, owners.id, ownersDelivery],
    ] as const) {
      expect(refusal(await rotate(actor, id))).toBe('404 not_found');
      expect(codeOf(await update(actor, id))).toBe('not_found');
      expect(codeOf(await remove(actor, id))).toBe('not_found');
      expect(refusal(await redeliver(actor, sent))).toBe('404 not_found');
      expect(await idsOf(actor, `/webhook-deliveries?subscription_id=${id}`)).toEqual([]);
    }
    expect(await idsOf(other, '/webhook-subscriptions')).toEqual([]);
    for (const actor of [client, ada]) {
      expect((await rotate(actor, its.id)).status).toBe(200);
      expect(codeOf(await update(actor, its.id))).toBe(null);
    }
    expect(codeOf(await remove(ada, its.id))).toBe(null);
    expect(codeOf(await remove(other, its.id))).toBe('not_found');
    expect(codeOf(await remove(client, its.id))).toBe('gone');
  });

  it.each([
    ['loses its approval', async () => session.run(REVOKE, { id: await appGrantId() })],
    ['is disabled', () => admin.run(DISABLE, { id: app.id })],
    ['is deleted', () => session.run(DELETE, { id: app.id })],
  ])(
    'a webhook subscription is disabled if its application %s, and its pending deliveries are cancelled',
    async (_, end) => {
      const [its, owners] = [await subscribe(client), await subscribe(ada)];
      const others = await subscribe(await allowed(await newApp()));
      const deliveries = await Promise.all([its.id, owners.id, others.id].map(waiting));
      await end();
      expect(await statesOf(its.id, deliveries[0] ?? '')).toEqual(['disabled', 'cancelled']);
      expect(await statesOf(owners.id, deliveries[1] ?? '')).toEqual(['active', 'pending']);
      expect(await statesOf(others.id, deliveries[2] ?? '')).toEqual(['active', 'pending']);
      const line = { action: 'webhook.disabled', targetId: its.id };
      expect(await world.platform.db.auditEntry.count({ where: line })).toBe(1);
    },
  );

  it('a disabled webhook subscription stays disabled after a new approval and after enableApp', async () => {
    const { id } = await subscribe(client);
    const delivery = await waiting(id);
    await session.run(REVOKE, { id: await appGrantId() });
    await allowed(app);
    expect(await statesOf(id, delivery)).toEqual(['disabled', 'cancelled']);
    await admin.run(DISABLE, { id: app.id });
    await admin.run(ENABLE, { id: app.id });
    expect(await statesOf(id, delivery)).toEqual(['disabled', 'cancelled']);
  });

  it('a webhook subscription is not created if the grant is revoked concurrently', async () => {
    const { db, clock } = world.platform;
    const id = await appGrantId();
    const making = await db.$transaction(async (tx) => {
      await tx.appGrant.update({ where: { id }, data: { revokedAt: clock.now() } });
      const made = client.post('/webhook-subscriptions', {
        url: URL,
        event_kinds: ['mod.updated'],
      });
      await untilSomebodyWaits(db);
      return { made };
    });
    expect(refusal(await making.made)).toMatch(/^401 /);
    const where = { clientId: app.clientId, state: 'active' as const };
    expect(await db.webhookSubscription.count({ where })).toBe(0);
  });
});
