import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';
import { newDelivery, newSubscription, useReceiver } from '../../webhooks.js';

const world = useWorld({ WEBHOOK_TARGETS: 'any' });
const receiver = useReceiver();
let alice: Creator;

beforeAll(async () => {
  await newGame(world, 'hooks');
  alice = await world.creator('alice');
});

const TEST = `mutation ($id: ID!) {
  testWebhookSubscription(id: $id) { id eventKind deliveryStatus payload }
}`;
const LOG = `query ($id: ID!) {
  listWebhookDeliveries(subscriptionId: $id) { items { id deliveryStatus payload lastResponseStatus } }
}`;
const codeOf = ({ body }: { body: Json }) => body.errors?.[0].extensions.code;

/** A subscription to the receiver of this test. */
async function subscribed(credential = alice as Pick<Creator, 'post'>): Promise<Json> {
  const input = { url: receiver.url, event_kinds: ['mod.updated'] };
  const answer = await credential.post('/webhook-subscriptions', input);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

describe('testWebhookSubscription', () => {
  it('a test event arrives signed at this subscription only, and the log shows its body', async () => {
    const [one, other] = [await subscribed(), await subscribed()];
    const { body } = await alice.graphql(TEST, { id: one.id });
    const sent = body.data.testWebhookSubscription;
    expect(sent).toMatchObject({ eventKind: 'webhook.test', payload: null });
    await world.settled();
    const got = receiver.received.filter(({ body: it }) => it.type === 'webhook.test');
    expect(got).toHaveLength(1);
    const [message] = got;
    if (!message) throw new Error('nothing arrived');
    expect(message.body).toMatchObject({
      delivery_id: sent.id,
      subject: { type: 'WebhookSubscription', id: one.id, mod_id: null },
      data: {},
    });
    const time = message.headers['x-service-timestamp'];
    const hex = createHmac('sha256', one.secret).update(`${time}.${message.raw}`).digest('hex');
    expect(message.headers['x-service-signature']).toBe(`v1=${hex}`);
    const log = (id: string) => alice.graphql(LOG, { id });
    expect((await log(one.id)).body.data.listWebhookDeliveries.items).toEqual([
      { id: sent.id, deliveryStatus: 'succeeded', payload: message.raw, lastResponseStatus: 204 },
    ]);
    expect((await log(other.id)).body.data.listWebhookDeliveries.items).toEqual([]);
  });

  it('a subscription that is limited to some mods gets its test too', async () => {
    const { id: modId } = await bareMod(alice, 'hooks');
    const scopes = 'webhooks:read webhooks:write mods:read';
    const limited = await alice.withToken({ scopes, modIds: [modId] });
    const { id } = await subscribed(limited);
    const { body } = await limited.graphql(TEST, { id });
    await world.settled();
    const ids = receiver.received.map((it) => it.body.delivery_id);
    expect(ids).toContain(body.data.testWebhookSubscription.id);
  });

  it('a test of a foreign, unknown or disabled subscription is refused and sends nothing', async () => {
    const eve = await world.creator('eve');
    const id = await newSubscription(world, alice);
    const before = await world.platform.db.webhookDelivery.count();
    expect(codeOf(await eve.graphql(TEST, { id }))).toBe('not_found');
    expect(codeOf(await eve.graphql(TEST, { id: 'x' }))).toBe('not_found');
    const narrow = await alice.withToken({ scopes: 'webhooks:read' });
    expect(codeOf(await narrow.graphql(TEST, { id }))).toBe('insufficient_scope');
    await world.platform.db.webhookSubscription.update({
      where: { id },
      data: { state: 'disabled' },
    });
    expect(codeOf(await alice.graphql(TEST, { id }))).toBe('invalid_state');
    expect(await world.platform.db.webhookDelivery.count()).toBe(before);
  });

  it('the log shows the body of an event only to a credential that may read its subject', async () => {
    const id = await newDelivery(world, alice);
    const all = '{ listWebhookDeliveries(limit: 100) { items { id payload } } }';
    const payloadFor = async (scopes: string): Promise<Json> => {
      const reader = await alice.withToken({ scopes });
      const { body } = await reader.graphql(all);
      return body.data.listWebhookDeliveries.items.find((it: Json) => it.id === id).payload;
    };
    expect(await payloadFor('webhooks:read')).toBeNull();
    const body = JSON.parse(await payloadFor('webhooks:read credentials:manage'));
    expect(body.type).toBe('token.changed');
  });

  it('a subscription cannot choose test events', async () => {
    const input = { url: receiver.url, event_kinds: ['webhook.test'] };
    expect((await alice.post('/webhook-subscriptions', input)).status).toBe(400);
  });
});
