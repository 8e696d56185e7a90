import { beforeAll, describe, expect, it } from 'vitest';
import { startSession } from '../../src/modules/identity/index.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import type { Actor, Creator, Json } from '../actors.js';
import { eventually } from '../eventually.js';
import { useTwoWorlds } from '../harness.js';
import { type OpenStream, subscribe } from '../live.js';
import {
  archiveOf,
  bareMod,
  draftVersion,
  newGame,
  newModerator,
  sendFile,
} from '../publishing.js';
import { longTest } from '../rounds.js';
import { newDelivery } from '../webhooks.js';
import { signIn } from './signed-in.js';

const [near, far] = useTwoWorlds();
let alice: Creator;
let eve: Creator;
let modId: string;

beforeAll(async () => {
  await newGame(near, 'live');
  alice = await near.creator('alice');
  eve = await near.creator('eve');
  modId = (await bareMod(alice, 'live')).id;
});

const UPLOADS = `subscription ($id: ID!) {
  uploadChanged(modId: $id) { uploadId modId versionId lifecycleStatus revision }
}`;
const REVIEWS = 'subscription { reviewQueueChanged { uploadId state } }';
const DELIVERIES = `subscription ($id: ID!) {
  webhookDeliveryChanged(subscriptionId: $id) { deliveryId subscriptionId deliveryStatus attemptCount }
}`;

const bearer = ({ token }: Pick<Actor, 'token'>) => ({ Authorization: `Bearer ${token}` });
const follow = (actor: Pick<Actor, 'token'>, query: string, id: string | null = null) =>
  subscribe(far.baseUrl, bearer(actor), { query, ...(id === null ? {} : { variables: { id } }) });

const codeIn = async (stream: OpenStream): Promise<string | undefined> =>
  (await stream.next())?.data?.errors?.[0]?.extensions.code;

/** The error that ends a stream, followed by its `complete`. */
async function endOf(stream: OpenStream): Promise<string | undefined> {
  const code = await codeIn(stream);
  expect(await stream.next()).toEqual({ event: 'complete', data: null });
  expect(await stream.next()).toBeNull();
  return code;
}

/** An upload that has begun at the other process. */
async function newUpload(mod = modId, version = crypto.randomUUID()): Promise<string> {
  const { id: versionId } = await draftVersion(alice, mod, { version: `1.0.0-${version}` });
  return sendFile(alice, { modId: mod, versionId }, new Uint8Array(archiveOf(version)));
}

/** A browser session as the headers of its requests. */
async function browserOf(userId: string) {
  const { token } = await startSession(createSystemContext(near.platform, 'test'), {
    userId,
    aal2: true,
  });
  return { Cookie: `modport_session=${token}`, Origin: new URL(near.baseUrl).origin };
}

describe('subscriptions over server-sent events', () => {
  it('uploadChanged reports each state that another process and a worker commit, in order', async () => {
    const stream = await follow(alice, UPLOADS, modId.toUpperCase());
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.headers['x-accel-buffering']).toBe('no');
    const uploadId = await newUpload();
    await alice.post(`/uploads/${uploadId}/complete`, {});
    await near.settled();
    const states: string[] = [];
    while (!states.includes('ready')) {
      const event = await stream.next();
      const change = event?.data.data.uploadChanged;
      expect(change).toMatchObject({ uploadId, modId });
      states.push(change.lifecycleStatus);
    }
    // A state that a newer one overtook while the access was checked is left out.
    expect(['uploading', 'uploaded', 'validating', 'scanning', 'ready']).toEqual(
      expect.arrayContaining(states),
    );
    stream.close();
  });

  it('reviewQueueChanged and webhookDeliveryChanged report the changes of another process', async () => {
    const mary = await newModerator(near, 'mary');
    const deliveryId = await newDelivery(near, alice);
    const { db } = near.platform;
    const { subscriptionId } = await db.webhookDelivery.findUniqueOrThrow({
      where: { id: deliveryId },
    });
    const reviews = await follow(mary, REVIEWS);
    const deliveries = await follow(alice, DELIVERIES, subscriptionId);
    const uploadId = await newUpload();
    await db.uploadSession.update({
      where: { id: uploadId },
      data: { state: 'quarantined', reviewState: 'pending', reviewSince: new Date() },
    });
    expect((await reviews.next())?.data.data.reviewQueueChanged).toEqual({
      uploadId,
      state: 'pending',
    });
    await db.webhookDelivery.update({ where: { id: deliveryId }, data: { state: 'cancelled' } });
    expect((await deliveries.next())?.data.data.webhookDeliveryChanged).toEqual({
      ...{ deliveryId, subscriptionId, deliveryStatus: 'cancelled', attemptCount: 8 },
    });
    await db.user.update({ where: { id: mary.userId }, data: { role: 'user' } });
    expect(await endOf(reviews)).toBe('forbidden');
    deliveries.close();
  });

  it('a change of another mod, or of a transaction that is rolled back, is not reported', async () => {
    const other = (await bareMod(alice, 'live')).id;
    const stream = await follow(alice, UPLOADS, modId);
    await newUpload(other);
    const { db } = near.platform;
    const uploadId = await newUpload();
    await stream.next();
    const fail = db.$transaction(async (tx) => {
      await tx.uploadSession.update({ where: { id: uploadId }, data: { state: 'cancelled' } });
      throw new Error('rolled back');
    });
    await expect(fail).rejects.toThrow('rolled back');
    await db.uploadSession.update({ where: { id: uploadId }, data: { state: 'failed' } });
    const seen: string[] = [];
    while (!seen.includes('failed')) {
      const change = (await stream.next())?.data.data.uploadChanged;
      expect(change.uploadId).toBe(uploadId);
      seen.push(change.lifecycleStatus);
    }
    expect(seen).not.toContain('cancelled');
    stream.close();
  });
});

describe('the access of a subscription', () => {
  it('a subscription to a hidden mod, a foreign webhook or the queue is refused to others', async () => {
    const deliveryId = await newDelivery(near, alice);
    const { subscriptionId } = await near.platform.db.webhookDelivery.findUniqueOrThrow({
      where: { id: deliveryId },
    });
    expect(await endOf(await follow(eve, UPLOADS, modId))).toBe('not_found');
    expect(await endOf(await follow(eve, UPLOADS, 'x'.repeat(500)))).toBe('not_found');
    expect(await endOf(await follow(eve, DELIVERIES, subscriptionId))).toBe('not_found');
    expect(await endOf(await follow(eve, REVIEWS))).toBe('forbidden');
    const narrow = await alice.withToken({ scopes: 'mods:read' });
    expect(await endOf(await follow(narrow, UPLOADS, modId))).toBe('insufficient_scope');
    const elsewhere = await alice.withToken({ modIds: [(await bareMod(alice, 'live')).id] });
    expect(await endOf(await follow(elsewhere, UPLOADS, modId))).toBe('resource_scope_denied');
  });

  it('the removal of a member ends the stream of the member before the next change', async () => {
    const bob = await near.creator('bob');
    const member = { userId: bob.userId, modId };
    await alice.graphql(
      'mutation ($modId: ID!, $userId: ID!) { setModTeamMember(modId: $modId, userId: $userId, role: publisher) { role } }',
      member,
    );
    const stream = await follow(bob, UPLOADS, modId);
    const removal = await alice.graphql(
      'mutation ($modId: ID!, $userId: ID!) { removeModTeamMember(modId: $modId, userId: $userId) }',
      member,
    );
    expect(removal.body.errors).toBeUndefined();
    expect(await endOf(stream)).toBe('not_found');
  });

  it('a member who lost the access without an announcement receives no further change', async () => {
    const cat = await near.creator('cat');
    const { db } = near.platform;
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    await db.teamMember.create({ data: { teamId, userId: cat.userId, role: 'publisher' } });
    const stream = await follow(cat, UPLOADS, modId);
    await db.teamMember.delete({ where: { teamId_userId: { teamId, userId: cat.userId } } });
    await newUpload();
    expect(await endOf(stream)).toBe('not_found');
  });

  longTest('a sign-out, a block and a revoked token end their streams', async () => {
    const { db } = near.platform;
    const headers = await browserOf(alice.userId);
    const request = { query: UPLOADS, variables: { id: modId } };
    const signedOut = await subscribe(far.baseUrl, headers, request);
    const others = await subscribe(far.baseUrl, await browserOf(alice.userId), request);
    await db.webSession.updateMany({
      where: { userId: alice.userId, revokedAt: null, id: { not: await newestSession() } },
      data: { revokedAt: near.clock.now() },
    });
    expect(await endOf(signedOut)).toBe('unauthorized');
    await newUpload();
    expect((await others.next())?.data.data).toHaveProperty('uploadChanged');
    others.close();

    const dan = await near.creator('dan');
    const own = (await bareMod(dan, 'live')).id;
    const blocked = await follow(dan, UPLOADS, own);
    await db.user.update({ where: { id: dan.userId }, data: { state: 'blocked' } });
    expect(await endOf(blocked)).toBe('account_blocked');

    const fern = await near.creator('fern');
    const ofToken = await follow(fern, UPLOADS, (await bareMod(fern, 'live')).id);
    const { id } = await db.credential.findFirstOrThrow({ where: { userId: fern.userId } });
    const owner = await signIn(near, fern.userId);
    await owner.run('mutation ($id: ID!) { revokeApiKey(id: $id) }', { id });
    expect(await endOf(ofToken)).toBe('unauthorized');
  });

  const newestSession = async () => {
    const sessions = await near.platform.db.webSession.findMany({
      where: { userId: alice.userId },
      orderBy: { id: 'desc' },
    });
    return sessions[0]?.id ?? '';
  };
});

describe('the request of a subscription', () => {
  const send = (init: RequestInit, path = '/graphql') =>
    fetch(`${far.baseUrl}${path}`, {
      method: 'POST',
      ...init,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...bearer(alice),
        ...init.headers,
      },
    });
  const problemOf = async (response: Response) => {
    const body: Json = await response.json();
    return [response.status, body.code ?? body.errors[0].extensions.code];
  };
  const refusalOf = async (stream: OpenStream) => [stream.status, (await stream.problem()).code];
  const body = JSON.stringify({ query: REVIEWS });

  it('a stream is refused to an anonymous caller, to another origin, and by GET', async () => {
    const anonymous = await subscribe(far.baseUrl, {}, { query: REVIEWS });
    expect(await refusalOf(anonymous)).toEqual([401, 'unauthorized']);
    const { Cookie } = await browserOf(alice.userId);
    const foreign = { Cookie, Origin: 'https://evil.example' };
    const cross = await subscribe(far.baseUrl, foreign, { query: REVIEWS });
    expect(await refusalOf(cross)).toEqual([403, 'origin_mismatch']);
    const path = `/graphql?${new URLSearchParams({ query: REVIEWS })}`;
    expect(await problemOf(await send({ method: 'GET' }, path))).toEqual([400, 'invalid_request']);
    const form = { 'Content-Type': 'text/plain' };
    expect(await problemOf(await send({ body, headers: form }))).toEqual([400, 'invalid_request']);
  });

  it('a subscription without a stream is refused, and a stream without a subscription too', async () => {
    const json = await send({ body, headers: { Accept: 'application/json' } });
    expect(await problemOf(json)).toEqual([400, 'invalid_request']);
    expect(await endOf(await follow(alice, '{ __typename }'))).toBe('invalid_request');
    const twice = 'subscription A { reviewQueueChanged { state } } query B { __typename }';
    expect(await endOf(await follow(alice, twice))).toBe('invalid_request');
    const listed = await send({
      body: JSON.stringify({ query: '{ __typename }' }),
      headers: { Accept: 'application/json, text/event-stream' },
    });
    expect(await listed.json()).toHaveProperty('data.__typename');
  });

  it('a malformed, huge or many-rooted subscription ends with invalid_request', async () => {
    const roots =
      'subscription { a: reviewQueueChanged { state } b: reviewQueueChanged { state } }';
    const aliases = Array.from({ length: LIMITS.graphqlAliases + 1 }, (_, i) => `s${i}: state`);
    const wide = `subscription { reviewQueueChanged { ${aliases.join(' ')} } }`;
    const long = `subscription { reviewQueueChanged { ${'state '.repeat(LIMITS.graphqlTokens)} } }`;
    const schema = 'subscription { __schema { types { name } } }';
    for (const query of [roots, wide, long, schema, 'subscription {', '']) {
      expect(await endOf(await follow(alice, query))).toBe('invalid_request');
    }
    const untyped = 'subscription ($id: ID!) { uploadChanged(modId: $id) { uploadId } }';
    expect(await endOf(await follow(alice, untyped))).toBe('invalid_input');
    for (const wrong of ['[]', 'null', '{"query": 1}', '{"query": "{x}", "variables": []}']) {
      expect(await problemOf(await send({ body: wrong }))).toEqual([400, expect.any(String)]);
    }
    const large = JSON.stringify({ query: ' '.repeat(LIMITS.graphqlBodyBytes) });
    expect(await problemOf(await send({ body: large }))).toEqual([413, 'request_body_too_large']);
  });

  it('a user gets rate_limited for one stream too many, and a place again when one closes', async () => {
    const fay = await near.creator('fay');
    const own = (await bareMod(fay, 'live')).id;
    const places = Array.from({ length: LIMITS.liveStreamsPerUser }, () =>
      follow(fay, UPLOADS, own),
    );
    const streams = await Promise.all(places);
    const refused = await follow(fay, UPLOADS, own);
    expect(await refusalOf(refused)).toEqual([429, 'rate_limited']);
    expect(refused.headers['retry-after']).toBe(String(LIMITS.liveRetrySeconds));
    streams[0]?.close();
    const again = await eventually(async () => {
      const stream = await follow(fay, UPLOADS, own);
      expect(stream.status).toBe(200);
      return stream;
    });
    again.close();
    for (const stream of streams) stream.close();
  });
});

describe('the connection that listens', () => {
  it('its loss breaks all streams off without complete, and the next stream works', async () => {
    const stream = await follow(alice, UPLOADS, modId);
    await near.platform.db.$queryRaw`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'modport changes'`;
    expect(await stream.next()).toBeNull();
    const again = await follow(alice, UPLOADS, modId);
    const uploadId = await newUpload();
    expect((await again.next())?.data.data.uploadChanged).toMatchObject({ uploadId });
    again.close();
  });
});
