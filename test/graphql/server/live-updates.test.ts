import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { useTwoWorlds } from '../../harness.js';
import { subscribe } from '../../live.js';
import {
  archiveOf,
  bareMod,
  draftVersion,
  newGame,
  newModerator,
  sendFile,
} from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { newDelivery } from '../../webhooks.js';
import { signIn } from '../identity/signed-in.js';
import { browserOf, DELIVERIES, endOf, type Follower, followAt, REVIEWS, UPLOADS } from './live.js';

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

const follow = (actor: Follower, query: string, id?: string) => followAt(far, actor, query, id);

/** An upload that has begun at the other process. */
async function newUpload(mod = modId, version = crypto.randomUUID()): Promise<string> {
  const { id: versionId } = await draftVersion(alice, mod, { version: `1.0.0-${version}` });
  return sendFile(alice, { modId: mod, versionId }, new Uint8Array(archiveOf(version)));
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
    let revision = 0;
    while (!states.includes('ready')) {
      const event = await stream.next();
      const change = event?.data.data.uploadChanged;
      expect(change).toMatchObject({ uploadId, modId });
      expect(change.revision).toBeGreaterThan(revision);
      revision = change.revision;
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
      revision: expect.any(Number),
    });
    await db.webhookDelivery.update({ where: { id: deliveryId }, data: { state: 'cancelled' } });
    expect((await deliveries.next())?.data.data.webhookDeliveryChanged).toEqual({
      deliveryId,
      subscriptionId,
      deliveryStatus: 'cancelled',
      attemptCount: 8,
    });
    await db.user.update({ where: { id: mary.userId }, data: { role: 'user' } });
    expect(await endOf(reviews)).toBe('forbidden');
    deliveries.close();
  });

  it('a claim of a review and its release are reported with a higher revision', async () => {
    const maud = await newModerator(near, 'maud');
    const id = await newUpload();
    const { db } = near.platform;
    const review = { state: 'quarantined', reviewState: 'pending' } as const;
    await db.uploadSession.update({ where: { id }, data: { ...review, reviewSince: new Date() } });
    const { revision } = await db.uploadSession.findUniqueOrThrow({ where: { id } });
    const stream = await follow(maud, REVIEWS);
    // The report of the update above may arrive after the stream has begun.
    const nextReport = async () => {
      for (;;) {
        const report = (await stream.next())?.data.data.reviewQueueChanged;
        if (report.revision > revision) return report;
      }
    };
    for (const [at, verb] of ['claimUploadReview', 'releaseUploadReview'].entries()) {
      const { body } = await maud.graphql(`mutation { ${verb}(id: "${id}") { state } }`);
      expect(body.errors).toBeUndefined();
      expect(await nextReport()).toEqual({
        uploadId: id,
        state: 'pending',
        revision: revision + at + 1,
      });
    }
    stream.close();
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
    const headers = await browserOf(near, alice.userId);
    const request = { query: UPLOADS, variables: { id: modId } };
    const signedOut = await subscribe(far.baseUrl, headers, request);
    const others = await subscribe(far.baseUrl, await browserOf(near, alice.userId), request);
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

describe('the connection that listens', () => {
  it('the loss of the listening connection breaks all streams off without complete, and the next stream works', async () => {
    const stream = await follow(alice, UPLOADS, modId);
    await near.platform.db.$queryRaw`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'modport changes/%'`;
    expect(await stream.next()).toBeNull();
    const again = await follow(alice, UPLOADS, modId);
    const uploadId = await newUpload();
    expect((await again.next())?.data.data.uploadChanged).toMatchObject({ uploadId });
    again.close();
  });
});
