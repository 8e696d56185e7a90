import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld } from '../../harness.js';
import { untilSomebodyWaits } from '../../locks.js';
import {
  archiveOf,
  bareMod,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  readyVersion,
  refusal,
  sendFile,
  sha256Of,
} from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { coveredMod } from '../catalog/lifecycle-mods.js';

describe('publication (Spec 3.1, 3.3, 4.3)', () => {
  const world = useWorld();
  let alice: Creator;

  beforeAll(async () => {
    await newGame(world, 'publication');
    alice = await world.creator('alice');
  });

  const publish = (modId: string, versionId: string, actor = alice) =>
    actor.post(`/mods/${modId}/versions/${versionId}/publish`);

  /** A version that can be published, of a new mod with a cover. */
  const publishable = async () => {
    const modId = await coveredMod(world, alice, 'publication');
    return { modId, ...(await readyVersion(world, alice, modId, { version: '1' })) };
  };

  const catalogIds = async () => {
    const list = await world.anon.get('/mods?game_slug=publication&limit=100');
    return list.body.data.map((it: Json) => it.id);
  };

  it('publishing a mod without a cover returns cover_required and publishes nothing', async () => {
    const mod = await bareMod(alice, 'publication');
    const { versionId, uploadId } = await readyVersion(world, alice, mod.id, { version: '1' });
    expect(refusal(await publish(mod.id, versionId))).toBe('409 cover_required');
    const version = await alice.get(`/mods/${mod.id}/versions/${versionId}`);
    expect([version.body.data.status, version.body.data.published_at]).toEqual(['ready', null]);
    const upload = await alice.get(`/uploads/${uploadId}`);
    expect(upload.body.data.lifecycleStatus).toBe('ready');
    expect(await catalogIds()).not.toContain(mod.id);
    await alice.post(`/mods/${mod.id}/media:fallback`);
    expect((await publish(mod.id, versionId)).status).toBe(200);
  });

  it('publishing a version that is not ready returns version_not_ready', async () => {
    const mod = { id: await coveredMod(world, alice, 'publication') };
    const { id: versionId } = await draftVersion(alice, mod.id, { version: '1' });
    expect(refusal(await publish(mod.id, versionId))).toBe('409 version_not_ready');
    await sendFile(alice, { modId: mod.id, versionId }, new Uint8Array(archiveOf('not complete')));
    expect(refusal(await publish(mod.id, versionId))).toBe('409 version_not_ready');
  });

  it('the first publication publishes the mod, and the catalog shows it at once', async () => {
    const mod = await draftMod(alice, 'publication', { categories: ['tools'] });
    const { versionId, artifactId, uploadId } = await readyVersion(world, alice, mod.id, {
      version: '1.0.0',
      game_versions: ['1.21'],
      loader_platforms: ['forge'],
    });
    expect(await catalogIds()).not.toContain(mod.id);
    const answer = await publish(mod.id, versionId);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.body.data).toMatchObject({
      id: versionId,
      status: 'published',
      artifact_ids: [artifactId],
      artifacts: [{ id: artifactId, file_version: '1.0.0', status: 'published' }],
    });
    expect(await catalogIds()).toContain(mod.id);
    const shown = (await world.anon.get(`/mods/${mod.id}`)).body.data;
    expect(shown).toMatchObject({
      latest_version: '1.0.0',
      latest_release: { id: versionId, version: '1.0.0', primary_artifact_id: artifactId },
      game_versions: ['1.21'],
      loaders: ['forge'],
    });
    expect(shown.published_at).toBe(answer.body.data.published_at);
    const version = await world.anon.get(`/mods/${mod.id}/versions/${versionId}`);
    expect(version.body.data).toEqual(answer.body.data);
    const upload = await alice.get(`/uploads/${uploadId}`);
    expect(upload.body.data).toMatchObject({ lifecycleStatus: 'published', status: 'published' });
  });

  it('a publication writes exactly one publication record, one audit entry and one event', async () => {
    const mod = { id: await coveredMod(world, alice, 'publication') };
    const bytes = new Uint8Array(archiveOf('snapshot'));
    const version = { version: '1', release_channel: 'beta', game_versions: ['1.20'] };
    const { versionId, artifactId } = await publishedVersion(world, alice, mod.id, version, bytes);
    const { db } = world.platform;
    const publication = await db.versionPublication.findUniqueOrThrow({ where: { versionId } });
    expect(publication.document).toMatchObject({
      ...version,
      file_kind: 'main',
      loader_platforms: [],
      size_bytes: bytes.length,
      content_type: 'application/zip',
      sha256: sha256Of(bytes),
    });
    const blob = await db.blob.findUniqueOrThrow({ where: { sha256: sha256Of(bytes) } });
    expect(publication.document).toHaveProperty('blob_id', blob.id);
    expect(publication.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(publication.sha256).not.toBe(createHash('sha256').digest('hex'));
    const audits = await db.auditEntry.findMany({
      where: { targetId: versionId, action: 'version.published' },
    });
    expect(audits).toMatchObject([{ actorId: alice.userId, targetKind: 'version' }]);
    expect(audits[0]?.credentialId).not.toBeNull();
    const events = await db.outboxEvent.findMany({
      where: { subjectId: versionId, kind: 'version.published' },
    });
    expect(events).toMatchObject([{ modId: mod.id, data: { artifact_id: artifactId } }]);
  });

  it('a version is published only once, also by concurrent requests', async () => {
    const { modId, versionId } = await publishable();
    const answers = await Promise.all([1, 2, 3].map(() => publish(modId, versionId)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409, 409]);
    expect(refusal(await publish(modId, versionId))).toBe('409 version_not_ready');
    const events = await world.platform.db.outboxEvent.count({ where: { subjectId: versionId } });
    expect(events).toBe(1);
  });

  longTest('a retried publication replays its response', async () => {
    const { modId, versionId } = await publishable();
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/mods/${modId}/versions/${versionId}/publish`;
    const first = await alice.post(path, undefined, headers);
    const again = await alice.post(path, undefined, headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  longTest('a later version becomes the latest release, and the earlier one stays', async () => {
    const modId = await coveredMod(world, alice, 'publication');
    const one = await publishedVersion(world, alice, modId, { version: '1' });
    const two = await publishedVersion(world, alice, modId, { version: '2' });
    const shown = await world.anon.get(`/mods/${modId}`);
    expect(shown.body.data.latest_release.id).toBe(two.versionId);
    const list = await world.anon.get(`/mods/${modId}/versions`);
    expect(list.body.data.map((it: Json) => it.id)).toEqual([two.versionId, one.versionId]);
  });

  longTest(
    'an optional file is published with its version, which returns only the main file in full',
    async () => {
      const { modId, versionId, artifactId } = await publishable();
      const bytes = new Uint8Array(archiveOf('optional'));
      const more = { fileKind: 'optional', filename: 'extra.zip', label: 'Extra textures' };
      const extra = await sendFile(alice, { modId, versionId }, bytes, more);
      const completed = await alice.post(`/uploads/${extra}/complete`, {});
      await world.settled();
      const { data } = (await publish(modId, versionId)).body;
      expect(data.artifact_ids).toEqual([artifactId, completed.body.data.artifact_id]);
      expect(data.artifacts.map((it: Json) => [it.id, it.file_kind])).toEqual([
        [artifactId, 'main'],
      ]);
      const release = (await world.anon.get(`/mods/${modId}`)).body.data.latest_release;
      expect(release.primary_artifact_id).toBe(artifactId);
    },
  );

  it('a published version shows only the files published with it and accepts no later file', async () => {
    const mod = { id: await coveredMod(world, alice, 'publication') };
    const { id: versionId } = await draftVersion(alice, mod.id, { version: '1' });
    const target = { modId: mod.id, versionId };
    const bytes = new Uint8Array(archiveOf('sent twice'));
    await sendFile(alice, target, bytes);
    const sent = await sendFile(alice, target, bytes);
    const completed = await alice.post(`/uploads/${sent}/complete`, {});
    await world.settled();
    const optional = await sendFile(alice, target, bytes, { fileKind: 'optional' });
    const answer = await publish(mod.id, versionId);
    expect(answer.body.data.artifact_ids).toEqual([completed.body.data.artifact_id]);
    const shown = await world.anon.get(`/mods/${mod.id}/versions/${versionId}`);
    expect(shown.body.data.artifact_ids).toEqual([completed.body.data.artifact_id]);
    const late = await alice.post(`/uploads/${optional}/complete`, {});
    expect(refusal(late)).toBe('409 invalid_state');
  });

  longTest(
    'publishing returns version_not_ready until each file in a scan or review is ready or aborted',
    async () => {
      const { modId, versionId } = await publishable();
      const bytes = new Uint8Array(writeZip([{ name: 'setup.exe', content: 'MZ optional' }]));
      const extra = await sendFile(alice, { modId, versionId }, bytes, { fileKind: 'optional' });
      await alice.post(`/uploads/${extra}/complete`, {});
      await world.settled();
      const { db } = world.platform;
      for (const state of ['quarantined', 'uploaded', 'validating', 'scanning'] as const) {
        // The states before the review are too short to observe.
        await db.uploadSession.update({ where: { id: extra }, data: { state } });
        expect(refusal(await publish(modId, versionId))).toBe('409 version_not_ready');
      }
      expect((await alice.post(`/uploads/${extra}/abort`)).status).toBe(200);
      expect((await publish(modId, versionId)).status).toBe(200);
    },
  );

  longTest(
    'a file that completes during the publication of its version is rejected and stays unpublished',
    async () => {
      const { modId, versionId, artifactId } = await publishable();
      const bytes = new Uint8Array(archiveOf('too late'));
      const extra = await sendFile(alice, { modId, versionId }, bytes, { fileKind: 'optional' });
      const { db } = world.platform;
      const publication = await db.$transaction(
        async (tx) => {
          await tx.$executeRaw`lock table version_publications in share mode`;
          const publishing = publish(modId, versionId);
          await untilSomebodyWaits(db);
          // The publication has already looked for uploads, and is invisible before its commit.
          const completed = await alice.post(`/uploads/${extra}/complete`, {});
          expect(completed.body.data.lifecycleStatus).not.toBe('uploading');
          return { publishing };
        },
        { timeout: 20_000 },
      );
      const published = await publication.publishing;
      expect(published.body.data.artifact_ids).toEqual([artifactId]);
      await world.settled();
      expect((await alice.get(`/uploads/${extra}`)).body.data).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'invalid_state', retryable: false },
        job: { status: 'rejected', terminalReason: 'invalid_state' },
      });
      const shown = (await alice.get(`/mods/${modId}/versions/${versionId}`)).body.data;
      expect(shown.artifact_ids).toEqual([artifactId]);
    },
  );

  longTest(
    'publishing returns 404 for a foreign draft and 403 for a foreign published mod',
    async () => {
      const bob = await world.creator('bob');
      const mod = { id: await coveredMod(world, alice, 'publication') };
      const one = await readyVersion(world, alice, mod.id, { version: '1' });
      expect(refusal(await publish(mod.id, one.versionId, bob))).toBe('404 not_found');
      expect(refusal(await bob.post(`/mods/${mod.id}/media:fallback`))).toBe('404 not_found');
      await publish(mod.id, one.versionId);
      const two = await readyVersion(world, alice, mod.id, { version: '2' });
      expect(refusal(await publish(mod.id, two.versionId, bob))).toBe('403 forbidden');
      expect(refusal(await bob.post(`/mods/${mod.id}/media:fallback`))).toBe('403 forbidden');
    },
  );

  longTest(
    'a reviewer reads but does not publish, and a publisher publishes but does not change the mod',
    async () => {
      const { modId, versionId } = await publishable();
      const { db } = world.platform;
      const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: modId } });
      const [reviewer, publisher] = [await world.creator('rita'), await world.creator('paul')];
      await db.teamMember.createMany({
        data: [
          { teamId, userId: reviewer.userId, role: 'reviewer' },
          { teamId, userId: publisher.userId, role: 'publisher' },
        ],
      });
      expect((await reviewer.get(`/mods/${modId}`)).status).toBe(200);
      expect(refusal(await publish(modId, versionId, reviewer))).toBe('403 team_role_denied');
      const etag = (await publisher.get(`/mods/${modId}`)).headers.get('etag') ?? '';
      const renamed = await publisher.patch(`/mods/${modId}`, {}, { 'If-Match': etag });
      expect(refusal(renamed)).toBe('403 team_role_denied');
      expect((await publish(modId, versionId, publisher)).status).toBe(200);
    },
  );
});
