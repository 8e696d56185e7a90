import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Json } from '../../actors.js';
import { refusal } from '../../publishing.js';
import { subscribed, useReceiver } from '../../webhooks.js';
import {
  alice,
  holding,
  listed,
  MANAGE,
  made,
  newKey,
  revoke,
  rotate,
  useApiKeys,
  world,
} from './keys-of-alice.js';

useApiKeys({ WEBHOOK_TARGETS: 'any' });
const receiver = useReceiver();
const WEBHOOKS = ['webhooks:read', 'account:read'];
/** A token that can create other keys with its scopes. */
let token: Actor;
let own: Json;

beforeAll(() => {
  world.clock.stop();
});

async function renewToken(): Promise<void> {
  token = await alice.withToken({
    scopes: `${MANAGE} webhooks:write mods:read ${WEBHOOKS.join(' ')}`,
  });
  own = (await token.get('/me')).body.data.credential;
}

const keyOf = (creator: Actor, scopes: readonly string[]) => made(newKey(creator, { scopes }));
const statusOf = async ({ secret }: Json) => (await holding(secret).get('/me')).status;
const statusesOf = (...keys: Json[]) => Promise.all(keys.map(statusOf));

it('a revocation ends the keys that the token created, those that they created, and no others', async () => {
  await renewToken();
  const child = await keyOf(token, [MANAGE, 'mods:read']);
  const grandchild = await keyOf(holding(child.secret), ['mods:read']);
  const sibling = await keyOf(alice, ['mods:read']);
  expect((await revoke(alice, child)).status).toBe(204);
  expect(await statusesOf(child, grandchild, sibling)).toEqual([401, 401, 200]);
  const [second, third] = [await keyOf(token, [MANAGE]), await keyOf(token, ['mods:read'])];
  expect((await revoke(alice, own)).status).toBe(204);
  expect(refusal(await token.get('/me'))).toBe('401 unauthorized');
  expect(await statusesOf(second, third, sibling)).toEqual([401, 401, 200]);
  expect((await listed(alice, third)).state).toBe('revoked');
});

it('a key that ends with its creator disables its webhooks and has its own audit line and event', async () => {
  await renewToken();
  const child = await keyOf(token, [...WEBHOOKS, 'webhooks:write']);
  const { id } = await subscribed(holding(child.secret), receiver.url, ['token.changed']);
  const { db } = world.platform;
  const revision = async () => (await alice.get('/me')).body.data.access_revision;
  const before = await revision();
  await revoke(alice, own);
  expect(await db.webhookSubscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: 'disabled',
    disabledReason: 'credential_ended',
    credentialId: child.id,
  });
  const ids = { in: [own.id, child.id] };
  const action = 'token.revoked';
  expect(await db.auditEntry.count({ where: { action, targetId: ids } })).toBe(2);
  const change = { path: ['change'], equals: 'revoked' };
  expect(await db.outboxEvent.count({ where: { subjectId: ids, data: change } })).toBe(2);
  expect(await revision()).toBe(before + 1);
});

it('the keys that a rotated token created end with its successor', async () => {
  await renewToken();
  const before = await keyOf(token, ['mods:read']);
  const successor = await made(rotate(token, own));
  const inOverlap = await keyOf(token, ['mods:read']);
  const latest = await made(rotate(holding(successor.secret), successor));
  const atLast = await keyOf(token, ['mods:read']);
  await revoke(alice, own);
  await revoke(alice, successor);
  expect(await statusesOf(before, inOverlap, atLast, latest)).toEqual([200, 200, 200, 200]);
  await revoke(alice, latest);
  expect(await statusesOf(before, inOverlap, atLast, latest)).toEqual([401, 401, 401, 401]);
});

it('a key that a rotated one creates belongs to the latest valid successor, behind revoked ones', async () => {
  await renewToken();
  const first = await keyOf(token, [MANAGE, 'mods:read']);
  const second = await made(rotate(alice, first));
  const third = await made(rotate(alice, second));
  await revoke(alice, second);
  const created = await keyOf(holding(first.secret), ['mods:read']);
  expect(await statusesOf(third, created)).toEqual([200, 200]);
  await revoke(alice, third);
  expect(await statusesOf(third, created)).toEqual([401, 401]);
});

it('a revocation ends the keys that a key created which has ended before', async () => {
  await renewToken();
  const first = await keyOf(token, [MANAGE, 'mods:read']);
  const second = await made(rotate(alice, first));
  await revoke(alice, second);
  const created = await keyOf(holding(first.secret), ['mods:read']);
  world.clock.advance(LIMITS.apiKeyOverlapSeconds + 1);
  expect(await statusesOf(first, created)).toEqual([401, 200]);
  await revoke(alice, own);
  expect(await statusesOf(created)).toEqual([401]);
});

it('a rotated key ends with the creator of its predecessor, and with another token that rotated it', async () => {
  await renewToken();
  const child = await keyOf(token, ['mods:read']);
  const renewed = await made(rotate(alice, child));
  const [theirs, others] = [await keyOf(alice, ['mods:read']), await keyOf(alice, ['mods:read'])];
  const taken = await made(rotate(token, theirs));
  await revoke(alice, own);
  expect(await statusesOf(child, renewed, taken, theirs, others)).toEqual([
    401, 401, 401, 200, 200,
  ]);
});
