import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { refusal, sha256Of } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { seedVersion } from '../catalog/catalog-rows.js';
import {
  alice,
  allow,
  artifactId,
  bytes,
  changeBlob,
  fall,
  fallen,
  GRANT_SECONDS,
  modId,
  moveGrant,
  paidId,
  published,
  resolve,
  useFallbacks,
  world,
} from './fallback-downloads.js';
import { bringBack, check, part, takeAway, useManualChecks } from './primary-outage.js';

describe('fallback download from the mirror (Spec 2.5, 4.2)', () => {
  useFallbacks();

  it('a fallback response has all data to continue at the mirror until the grant expires', async () => {
    const begun = await resolve();
    world.clock.advance(100);
    const answer = await fall(begun.download_session_id);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const { data } = answer.body;
    expect(data).toEqual({
      artifact_id: artifactId,
      fallback_url: expect.stringContaining(`${world.baseUrl}/mirror/`),
      head_url: expect.stringContaining(`${world.baseUrl}/mirror/`),
      expires_at: begun.expires_at,
      expires_in: expect.any(Number),
      download_job: {
        id: begun.download_job.id,
        grant_id: begun.download_job.grant_id,
        progress: { bytes_received: 0, provider: 'mirror' },
      },
      download_session_id: begun.download_session_id,
      download_grant: begun.download_grant,
      resume: begun.resume,
      representation: { provider: 'mirror', etag_scope: 'mirror', etag: null, if_match: null },
      requires_head_before_range: true,
      capabilities: begun.capabilities,
      size_bytes: bytes.length,
      sha256: sha256Of(bytes),
      hashes: { sha256: sha256Of(bytes) },
    });
    expect(data.expires_in).toBeGreaterThan(GRANT_SECONDS - 110);
    expect(data.expires_in).toBeLessThanOrEqual(GRANT_SECONDS - 100);
    const again = await fallen(begun.download_session_id);
    expect(again.fallback_url).not.toBe(data.fallback_url);
    expect(again.expires_at).toBe(begun.expires_at);
    world.clock.advance(GRANT_SECONDS - 100);
    expect((await fetch(data.fallback_url)).status).toBe(410);
    expect((await fetch(data.head_url, { method: 'HEAD' })).status).toBe(410);
  });

  longTest('a fallback leaves the grant unchanged and writes an audit entry', async () => {
    const begun = await resolve(alice);
    const rows = () => world.platform.db.downloadGrant.findMany({ orderBy: { id: 'asc' } });
    const before = await rows();
    world.clock.advance(50);
    await fallen(begun.download_session_id, alice);
    expect(await rows()).toEqual(before);
    const line = await world.platform.db.auditEntry.findFirst({
      where: { action: 'download.fallback', actorId: alice.userId },
    });
    expect(line).toMatchObject({
      targetId: artifactId,
      data: { grant_id: begun.download_grant.id },
    });
  });

  longTest(
    'a fallback returns the same 404 for unknown, foreign, waiting and revoked sessions',
    async () => {
      const own = (await resolve()).download_session_id;
      const foreign = (await resolve(alice)).download_session_id;
      const other = await published('2.0.0');
      const elsewhere = (await resolve(world.anon, other.artifactId)).download_session_id;
      const answers = [];
      for (const session of [randomUUID(), foreign, elsewhere]) {
        answers.push(await fall(session));
      }
      const [wanda, rita] = [await world.creator('wally'), await world.creator('rita')];
      for (const [actor, state] of [
        [wanda, 'waiting'],
        [rita, 'revoked'],
      ] as const) {
        const session = (await resolve(actor)).download_session_id;
        await moveGrant(session, state);
        answers.push(await fall(session, actor));
      }
      for (const answer of answers) {
        expect(refusal(answer)).toBe('404 download_session_not_found');
        expect(answer.text).not.toContain('/mirror/');
      }
      expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
      expect((await fall(own)).status).toBe(200);
      for (const wrong of [undefined, null, '', 'no-id', 7, {}]) {
        expect(refusal(await fall(wrong))).toBe('400 invalid_input');
      }
    },
  );

  longTest(
    'a fallback is 410 after the grant has ended and works again after a new resolve',
    async () => {
      const begun = await resolve();
      const session = begun.download_session_id;
      world.clock.advance(GRANT_SECONDS);
      expect(refusal(await fall(session))).toBe('410 download_session_expired');
      await world.anon.post(`/downloads/${artifactId}/resolve`, {
        download_job: { id: begun.download_job.id },
      });
      expect((await fall(session)).status).toBe(200);
      for (const state of ['completed', 'expired'] as const) {
        await moveGrant(session, state);
        expect(refusal(await fall(session))).toBe('410 download_session_expired');
      }
    },
  );

  it('a fallback checks access and the state of the file again', async () => {
    const carl = await world.creator('carl');
    const subscription = await world.platform.db.entitlement.create({
      data: { userId: carl.userId, kind: 'subscriber' },
    });
    const { download_session_id: session } = await resolve(carl, paidId);
    expect((await fall(session, carl, paidId)).status).toBe(200);
    expect(refusal(await fall(session, world.anon, paidId))).toBe('401 unauthorized');
    const { id } = subscription;
    const revokedAt = world.clock.now();
    await world.platform.db.entitlement.update({ where: { id }, data: { revokedAt } });
    expect(refusal(await fall(session, carl, paidId))).toBe('403 entitlement_required');

    const [unsafe, withdrawn] = [await published('unsafe'), await published('withdrawn')];
    const sessionOf = async (file: { artifactId: string }) =>
      (await resolve(world.anon, file.artifactId)).download_session_id;
    const [one, two] = [await sessionOf(unsafe), await sessionOf(withdrawn)];
    await changeBlob(unsafe.artifactId, { state: 'unsafe' });
    await alice.graphql(`mutation { withdrawModVersion(id: "${withdrawn.versionId}") { id } }`);
    const gone = await fall(one, world.anon, unsafe.artifactId);
    const unknown = await fall(one, world.anon, randomUUID());
    expect([refusal(gone), gone.body.detail]).toEqual(['404 file_not_found', unknown.body.detail]);
    expect(refusal(await fall(two, world.anon, withdrawn.artifactId))).toBe('410 gone');
    expect(refusal(await fall(one, world.anon, 'no-id'))).toBe('400 invalid_file_id');
  });

  it('setModFallback takes effect at once and is forbidden outside the team of the mod', async () => {
    const { download_session_id: session } = await resolve();
    await allow(false);
    expect(refusal(await fall(session))).toBe('403 fallback_not_allowed');
    expect((await resolve()).fallback).toEqual({ available: false, endpoint: null, url: null });
    const { body } = await alice.graphql(`{ modFallback(modId: "${modId}") { isAllowed } }`);
    expect(body.data.modFallback).toEqual({ isAllowed: false });
    await allow(true);
    expect((await fall(session)).status).toBe(200);
    const bob = await world.creator('bob');
    const foreign = await bob.graphql(
      `mutation { setModFallback(modId: "${modId}", isAllowed: false) { isAllowed } }`,
    );
    expect(foreign.body.errors[0].extensions.code).toBe('forbidden');
  });

  longTest(
    'a fallback is unavailable without a verified copy or after the mirror has lost it',
    async () => {
      const { artifactId: id } = await published('lost');
      const { download_session_id: session } = await resolve(world.anon, id);
      const { mirroredAt, mirrorEtag, storageKey } = await world.platform.db.blob.findFirstOrThrow({
        where: { artifacts: { some: { id } } },
      });
      await changeBlob(id, { mirroredAt: null });
      expect(refusal(await fall(session, world.anon, id))).toBe('409 fallback_unavailable');
      await changeBlob(id, { mirroredAt, mirrorEtag });
      expect((await fall(session, world.anon, id)).status).toBe(200);
      await world.platform.mirror?.storage.remove(storageKey);
      expect(refusal(await fall(session, world.anon, id))).toBe('409 fallback_unavailable');
      expect((await resolve(world.anon, id)).fallback.available).toBe(false);
      // The service noticed the loss and copies the file again.
      await world.settled();
      expect((await fall(session, world.anon, id)).status).toBe(200);
    },
  );

  it('a fallback is unavailable for a file of an external provider', async () => {
    const { db, clock } = world.platform;
    const { gameId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
    const shelf = { gameId, userId: alice.userId };
    const { artifactId: id } = await seedVersion(world, shelf, modId, { version: 'elsewhere' });
    const file = { artifactId: id, registeredById: alice.userId, locator: {}, hashes: {} };
    const check = { state: 'verified', revision: 1, checkedAt: clock.now(), sizeBytes: 1 } as const;
    await db.externalReference.create({ data: { ...file, ...check, provider: 'github' } });
    await db.artifact.update({
      where: { id },
      data: { source: 'external_provider_reference', blobId: null },
    });
    expect(refusal(await fall(randomUUID(), world.anon, id))).toBe('409 fallback_unavailable');
  });

  describe('outage of the primary store', () => {
    useManualChecks();
    const middle = Math.floor(bytes.length / 2);

    longTest(
      'a download interrupted by an outage continues at the mirror and returns the whole file',
      async () => {
        const begun = await resolve();
        const first = await part(begun.primary_url, { Range: `bytes=0-${middle - 1}` });
        await takeAway();
        try {
          expect((await fetch(begun.primary_url)).ok).toBe(false);
          const other = await fallen(begun.download_session_id);
          const head = await fetch(other.head_url, { method: 'HEAD' });
          expect(head.headers.get('content-length')).toBe(String(begun.size_bytes));
          const etag = head.headers.get('etag') ?? '';
          const Range = `bytes=${middle}-`;
          const rest = await part(other.fallback_url, { Range, 'If-Match': etag });
          const whole = Buffer.concat([first, rest]);
          expect([whole.length, sha256Of(whole)]).toEqual([begun.size_bytes, begun.sha256]);
          await part(other.fallback_url, { Range, 'If-Match': '"other"' }, 412);
        } finally {
          await bringBack();
        }
      },
    );

    it('a resolve signs for the mirror during an outage and for the primary store afterwards', async () => {
      const begun = await resolve();
      const first = await part(begun.primary_url, { Range: `bytes=0-${middle - 1}` });
      await takeAway();
      try {
        await check(1);
        expect((await resolve()).representation.provider).toBe('primary');
        await check(LIMITS.storeDownAfter - 1);
        const job = {
          id: begun.download_job.id,
          progress: { bytes_received: middle, provider: 'primary' },
          etag: begun.download_job.etag,
        };
        const answer = await world.anon.post(`/downloads/${artifactId}/resolve`, {
          download_job: job,
        });
        const { data } = answer.body;
        expect(data).toMatchObject({
          primary_url: expect.stringContaining(`${world.baseUrl}/mirror/`),
          representation: { provider: 'mirror', etag_scope: 'mirror', etag: null, if_match: null },
          requires_head_before_range: true,
          download_job: { id: job.id, progress: { bytes_received: middle, provider: 'mirror' } },
          fallback: { available: true },
          sha256: begun.sha256,
        });
        const head = await fetch(data.head_url, { method: 'HEAD' });
        const etag = head.headers.get('etag') ?? '';
        expect(data.download_job.etag).toBe(etag);
        const rest = await part(data.primary_url, {
          Range: `bytes=${middle}-`,
          'If-Match': etag,
        });
        expect(sha256Of(Buffer.concat([first, rest]))).toBe(begun.sha256);
        await eventually(async () => {
          const ready: Json = await (await fetch(`${world.baseUrl}/readyz`)).json();
          expect(ready.parts).toMatchObject({ storage: 'down', mirror: 'up', database: 'up' });
        });
        await allow(false);
        expect((await resolve()).representation.provider).toBe('primary');
        await allow(true);
      } finally {
        await bringBack();
      }
      await check(LIMITS.storeUpAfter - 1);
      expect((await resolve()).representation.provider).toBe('mirror');
      await check(1);
      const back = await resolve();
      expect(back).toMatchObject({
        representation: { provider: 'primary', etag: begun.representation.etag },
        requires_head_before_range: false,
      });
      expect(sha256Of(await part(back.primary_url, {}, 200))).toBe(begun.sha256);
    });
  });
});
