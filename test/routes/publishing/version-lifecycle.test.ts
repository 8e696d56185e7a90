import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { bareMod, draftVersion, newModerator, readyVersion, refusal } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { coveredMod, mutate, releases } from '../catalog/lifecycle-mods.js';
import { DAMAGES } from './damaged-releases.js';
import {
  alice,
  download,
  first,
  GAME,
  latestOf,
  listed,
  planned,
  published,
  rollback,
  useLifecycle,
  world,
} from './lifecycle-of-alice.js';

describe('the lifecycle of published versions (Spec 3.1, 4.3)', () => {
  useLifecycle();
  let mary: Creator;

  beforeAll(async () => {
    mary = await newModerator(world, 'mary');
  });

  it('an archived version leaves the lists, and its id still serves reads, plans and downloads', async () => {
    const { modId, newest } = await published(2);
    expect(await mutate(alice, 'archiveModVersion', newest.versionId)).toBe('archived');
    const list = await world.anon.get(`/mods/${modId}/versions`);
    expect(list.body.data.map((it: Json) => it.version)).toEqual(['1.0.0']);
    expect(await latestOf(modId)).toBe('1.0.0');
    const { data } = (await world.anon.get(`/mods/${modId}/versions/${newest.versionId}`)).body;
    expect([data.status, data.artifact_ids]).toEqual(['archived', [newest.artifactId]]);
    expect(data).not.toHaveProperty('artifacts');
    expect((await world.anon.get(`/artifacts/${newest.artifactId}`)).status).toBe(200);
    expect(await download(newest)).toBe(200);
    expect(await planned({ mod_ids: [modId] })).toEqual(['1.0.0']);
    expect(await planned({ versions: [{ mod_id: modId, version_id: newest.versionId }] })).toEqual([
      '2.0.0',
    ]);
    expect(await planned({ artifacts: [newest.artifactId] })).toEqual(['2.0.0']);
  });

  longTest(
    'a mod whose last version is archived leaves the lists and search, and its id still serves reads',
    async () => {
      const { modId, only } = await published(1);
      await mutate(alice, 'archiveModVersion', only.versionId);
      await world.settled();
      expect(await listed(modId)).toBe(false);
      const search = await world.platform.db.searchEntry.count({
        where: { modId, closedAt: null },
      });
      expect(search).toBe(0);
      const read = await world.anon.get(`/mods/${modId}`);
      expect([read.status, read.body.data.latest_release]).toEqual([200, null]);
      expect(await download(only)).toBe(200);
      const next = await readyVersion(world, alice, modId, { version: '2.0.0' });
      const out = await alice.post(`/mods/${modId}/versions/${next.versionId}/publish`);
      expect([out.status, await listed(modId), await latestOf(modId)]).toEqual([
        200,
        true,
        '2.0.0',
      ]);
    },
  );

  it('a withdrawn version returns 410 under each of its ids, and its open download grants are revoked', async () => {
    const { modId, made, newest } = await published(2);
    expect(await download(newest)).toBe(200);
    expect(await mutate(alice, 'withdrawModVersion', newest.versionId)).toBe('withdrawn');
    expect(await download(newest)).toBe(410);
    expect(await download(first(made))).toBe(200);
    for (const path of [
      `/artifacts/${newest.artifactId}`,
      `/mods/${modId}/versions/${newest.versionId}`,
    ]) {
      expect(refusal(await world.anon.get(path))).toBe('410 gone');
    }
    expect(await planned({ artifacts: [newest.artifactId] })).toBe('410 gone');
    const grants = await world.platform.db.downloadGrant.findMany({
      where: { artifactId: newest.artifactId },
    });
    expect(grants.map(({ state }) => state)).toEqual(['revoked']);
  });

  it('a rollback makes the newest remaining version the latest release and writes an audit entry and an event', async () => {
    const { modId, newest } = await published(3);
    await mutate(alice, 'archiveModVersion', newest.versionId);
    const second = await world.platform.db.modVersion.findFirstOrThrow({
      where: { modId, version: '2.0.0' },
    });
    const answer = await rollback(modId, { versionId: second.id });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'withdrawn']);
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    expect(await latestOf(modId)).toBe('1.0.0');
    const { db } = world.platform;
    const line = await db.auditEntry.findFirst({
      where: { targetId: second.id },
      orderBy: { at: 'desc' },
    });
    expect(line?.action).toBe('version.rolled_back');
    const event = await db.outboxEvent.findFirst({
      where: { modId, kind: 'mod.updated' },
      orderBy: { occurredAt: 'desc' },
    });
    expect(event?.data).toEqual({ mod_id: modId, version_id: second.id });
    expect(refusal(await rollback(modId, { versionId: second.id }))).toBe(
      '409 invalid_state_transition',
    );
    expect(refusal(await rollback(modId, newest))).toBe('409 invalid_state_transition');
  });

  longTest(
    'a rollback of the only version hides the mod, and its restoration shows the mod again',
    async () => {
      const { modId, only } = await published(1);
      expect((await rollback(modId, only)).status).toBe(200);
      expect([await listed(modId), await download(only)]).toEqual([false, 410]);
      expect((await alice.get(`/mods/${modId}`)).body.data.state).toBe('hidden');
      expect(refusal(await world.anon.get(`/mods/${modId}`))).toBe('404 not_found');
      expect(await mutate(alice, 'restoreModVersion', only.versionId)).toBe('published');
      expect([await listed(modId), await download(only)]).toEqual([true, 200]);
    },
  );

  longTest('one of two concurrent state changes of a version is rejected', async () => {
    const { modId, only, newest } = await published(2);
    const both = await Promise.all([rollback(modId, newest), rollback(modId, newest)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const moves = await Promise.all([
      mutate(alice, 'archiveModVersion', only.versionId),
      mutate(alice, 'withdrawModVersion', only.versionId),
    ]);
    expect(moves.toSorted()).toContain('invalid_state_transition');
  });

  describe('restored versions', () => {
    it.each(everyNth(Object.entries(DAMAGES), 4))(
      'a version is not restored with %s',
      async (_, [code, damage]) => {
        const { only } = await published(1);
        await mutate(alice, 'withdrawModVersion', only.versionId);
        await damage(only);
        expect(await mutate(alice, 'restoreModVersion', only.versionId)).toBe(code);
        expect(await download(only)).not.toBe(200);
      },
    );

    it('a restored version is the latest release again and keeps its publication time', async () => {
      const { modId, newest } = await published(2);
      const before = await world.anon.get(`/mods/${modId}/versions/${newest.versionId}`);
      await mutate(alice, 'archiveModVersion', newest.versionId);
      expect(await mutate(alice, 'restoreModVersion', newest.versionId)).toBe('published');
      const after = await world.anon.get(`/mods/${modId}/versions/${newest.versionId}`);
      expect(await latestOf(modId)).toBe('2.0.0');
      expect(after.body.data.published_at).toBe(before.body.data.published_at);
      expect(await mutate(alice, 'restoreModVersion', newest.versionId)).toBe(
        'invalid_state_transition',
      );
    });

    longTest(
      'a version with a moderator takedown is restored only after a moderator lifts the takedown',
      async () => {
        const { modId, only } = await published(1);
        expect(await mutate(alice, 'takeDownModVersion', only.versionId)).toBe('forbidden');
        expect(await mutate(mary, 'takeDownModVersion', only.versionId)).toBe('withdrawn');
        expect(await download(only)).toBe(410);
        expect(await mutate(alice, 'restoreModVersion', only.versionId)).toBe('forbidden');
        expect(await mutate(mary, 'liftModVersionTakedown', only.versionId)).toBe('withdrawn');
        expect(await mutate(alice, 'restoreModVersion', only.versionId)).toBe('published');
        expect(await listed(modId)).toBe(true);
        await mutate(alice, 'withdrawModVersion', only.versionId);
        await mutate(mary, 'takeDownModVersion', only.versionId);
        expect(await mutate(alice, 'restoreModVersion', only.versionId)).toBe('forbidden');
      },
    );
  });

  it.each(['audit_entries', 'outbox_events'])(
    'a scan that is cut off before its row in %s makes nothing ready, and the next run completes it',
    async (table) => {
      const { db } = world.platform;
      const cut = table === 'audit_entries' ? `action <> 'file.ready'` : `kind <> 'file.ready'`;
      await db.$executeRawUnsafe(
        `alter table ${table} add constraint cut check (${cut}) not valid`,
      );
      const { id: modId } = await bareMod(alice, GAME);
      const made = await readyVersion(world, alice, modId, { version: '1' });
      const standing = async () => ({
        session: (await alice.get(`/uploads/${made.uploadId}`)).body.data.lifecycleStatus,
        version: (await alice.get(`/mods/${modId}/versions/${made.versionId}`)).body.data.status,
        bindings: await db.blobBinding.count({ where: { artifactId: made.artifactId } }),
        lines: await db.auditEntry.count({ where: { targetId: made.artifactId } }),
        events: await db.outboxEvent.count({ where: { subjectId: made.artifactId } }),
      });
      expect(await standing()).toEqual({
        session: 'scanning',
        version: 'scanning',
        bindings: 0,
        lines: 0,
        events: 0,
      });
      await db.$executeRawUnsafe(`alter table ${table} drop constraint cut`);
      world.clock.advance(15);
      await world.settled();
      expect(await standing()).toEqual({
        session: 'ready',
        version: 'ready',
        bindings: 1,
        lines: 1,
        events: 1,
      });
    },
  );

  it('the publication record has the version, its file and its digest, and the database rejects every change', async () => {
    const modId = await coveredMod(world, alice, GAME);
    const only = first(await releases(world, alice, modId, 1));
    const { db } = world.platform;
    const row = await db.versionPublication.findUniqueOrThrow({
      where: { versionId: only.versionId },
    });
    const file = await db.artifact.findUniqueOrThrow({ where: { id: only.artifactId } });
    expect(row.document).toEqual({
      version: '1.0.0',
      file_kind: 'main',
      release_channel: 'release',
      game_versions: [],
      loader_platforms: [],
      blob_id: file.blobId,
      size_bytes: Number(file.sizeBytes),
      content_type: 'application/zip',
      sha256: file.sha256,
    });
    expect(row.sha256).toMatch(/^[0-9a-f]{64}$/);
    const where = { versionId: only.versionId };
    const data = { sha256: '0'.repeat(64) };
    await expect(db.versionPublication.update({ where, data })).rejects.toThrow('never change');
    await expect(db.versionPublication.delete({ where })).rejects.toThrow('never change');
    await expect(db.blobBinding.deleteMany()).rejects.toThrow('never change');
  });

  longTest('a version string goes to one of several concurrent requests', async () => {
    const { id: modId } = await bareMod(alice, GAME);
    const make = () => alice.post(`/mods/${modId}/versions`, { version: '1.0.0' });
    const made = await Promise.all([make(), make(), make()]);
    const refused = made.filter(({ status }) => status !== 201).map(refusal);
    expect(refused).toEqual(['409 duplicate_version', '409 duplicate_version']);
    const others = await Promise.all(
      ['2', '3'].map((version) => draftVersion(alice, modId, { version })),
    );
    const renamed = await Promise.all(
      others.map(async ({ id }) => {
        const path = `/mods/${modId}/versions/${id}`;
        const etag = (await alice.get(path)).headers.get('etag') ?? '';
        return alice.patch(path, { version: '4' }, { 'If-Match': etag });
      }),
    );
    expect(renamed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(renamed.filter(({ status }) => status === 409).map(refusal)).toEqual([
      '409 duplicate_version',
    ]);
  });
});
