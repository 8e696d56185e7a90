import { beforeAll, describe, expect, it } from 'vitest';
import { setPassword } from '../../src/modules/identity/index.js';
import { fanOutEvents } from '../../src/modules/integrations/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { type SignedIn, signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { type Application, newApplication } from '../oauth/applications.js';
import { happens } from '../webhooks.js';
import { personWithAccess, signedInVisitor } from './access.js';
import { newPerson, PASSWORD } from './people.js';

const PATH = '/account/security/password';
const NEW = 'a fresh password';
const URL_OF_THIEF = 'https://thief.invalid/';
const CREATE = `mutation ($url: String!) {
  createWebhookSubscription(input: { url: $url, eventKinds: ["token.changed"] }) { id } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateWebhookSubscriptionInput!) {
  updateWebhookSubscription(id: $id, input: $input) { state } }`;
const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
const system = () => createSystemContext(world.platform, 'test');
let app: Application;

beforeAll(async () => {
  const developer = await world.creator('developer');
  app = await newApplication(world, developer.userId, { scopes: ['account:read'] });
});

/** A person, and a session in which a thief of the password creates a webhook. */
async function robbed(username: string) {
  const userId = await newPerson(world, username, `${username}@example.org`);
  const thief = await signIn(world, userId);
  return { userId, thief, webhook: await created(thief) };
}

async function created(session: SignedIn): Promise<string> {
  const made = await session.run(CREATE, { url: URL_OF_THIEF });
  return made.createWebhookSubscription.id;
}

const rowOf = (id: string) =>
  world.platform.db.webhookSubscription.findUniqueOrThrow({
    where: { id },
    select: { state: true, disabledReason: true },
  });
const change = async ({ userId }: { userId: string }, more: Record<string, string> = {}) => {
  const visitor = await signedInVisitor(world, userId);
  const fields = { old: PASSWORD, new: NEW, repeated: NEW, ...more };
  expect(await visitor.fill(PATH, fields)).toMatchObject({ status: 303 });
};
const ENDED = { state: 'disabled', disabledReason: 'access_ended' };
const ACTIVE = { state: 'active', disabledReason: null };

describe('webhooks of browser sessions', () => {
  it('a new password disables a webhook that a session created, and cancels its deliveries', async () => {
    const { userId, webhook } = await robbed('ann');
    const subjectId = await happens(world, { userId });
    await fanOutEvents(world.platform);
    await change({ userId });
    expect(await rowOf(webhook)).toEqual(ENDED);
    const { db } = world.platform;
    const deliveries = await db.webhookDelivery.findMany({ where: { event: { subjectId } } });
    expect(deliveries.map(({ state }) => state)).toEqual(['cancelled']);
    const line = { action: 'webhook.disabled', targetId: webhook };
    expect(await db.auditEntry.findFirst({ where: line })).toMatchObject({ actorId: userId });
  });

  it('the owner enables a webhook again that a new password disabled', async () => {
    const { userId, webhook } = await robbed('ben');
    await change({ userId });
    const session = await signIn(world, userId);
    const asked = `query ($id: ID!) { getWebhookSubscription(id: $id) { disabledReason } }`;
    const shown = await session.run(asked, { id: webhook });
    expect(shown.getWebhookSubscription).toEqual({ disabledReason: 'access_ended' });
    await session.run(UPDATE, { id: webhook, input: { enabled: true } });
    expect(await rowOf(webhook)).toEqual(ACTIVE);
  });

  it('a new password disables a webhook of a token whose URL a session changed', async () => {
    const person = await personWithAccess(world, app, 'cas');
    const thief = await signIn(world, person.userId);
    const webhook = person.subscriptionId;
    await thief.run(UPDATE, { id: webhook, input: { url: URL_OF_THIEF } });
    await change(person, { offered: 'tokens' });
    expect(await rowOf(webhook)).toEqual(ENDED);
  });

  it.each([
    ['a URL', UPDATE, { url: URL_OF_THIEF }],
    [
      'a secret',
      `mutation ($id: ID!) { rotateWebhookSubscriptionSecret(id: $id) { id } }`,
      undefined,
    ],
  ])(
    'a new password disables a webhook of an application that got %s in a session, although the application stays',
    async (name, operation, input) => {
      const person = await personWithAccess(world, app, `iva-${name.replace(' ', '-')}`);
      const { id } = await world.platform.db.webhookSubscription.update({
        where: { id: person.subscriptionId },
        data: { clientId: app.clientId, credentialId: null },
      });
      const thief = await signIn(world, person.userId);
      await thief.run(operation, { id, ...(input ? { input } : {}) });
      await change(person, { offered: 'applications' });
      expect(await rowOf(id)).toEqual(ENDED);
    },
  );

  it('a password change that keeps other sessions keeps their webhooks', async () => {
    const { userId, webhook } = await robbed('dot');
    await change({ userId }, { offered: 'sessions' });
    expect(await rowOf(webhook)).toEqual(ACTIVE);
  });

  it('a password change disables no webhook of a token that stays, and none of another user', async () => {
    const person = await personWithAccess(world, app, 'eve');
    const others = await robbed('fay');
    await change(person, { offered: 'tokens' });
    expect(await rowOf(person.subscriptionId)).toEqual(ACTIVE);
    expect(await rowOf(others.webhook)).toEqual(ACTIVE);
  });

  it('an operator who sets a password disables the webhooks of sessions', async () => {
    const { webhook } = await robbed('gil');
    await setPassword(system(), { username: 'gil', password: NEW });
    expect(await rowOf(webhook)).toEqual(ENDED);
  });

  it('a requested deletion disables the webhooks of sessions at once', async () => {
    const { userId, webhook } = await robbed('hal');
    const visitor = await signedInVisitor(world, userId);
    await visitor.fill('/account/delete', { username: 'hal', password: PASSWORD });
    expect(await rowOf(webhook)).toEqual(ENDED);
  });
});
