import { describe, expect, it } from 'vitest';
import { meanwhile } from '../../locks.js';
import {
  archiveOf,
  bareMod,
  draftVersion,
  readyVersion,
  refusal,
  sendFile,
} from '../../publishing.js';
import { coveredMod, mutate } from '../catalog/lifecycle-mods.js';
import {
  alice,
  download,
  GAME,
  latestOf,
  listed,
  planned,
  published,
  useLifecycle,
  world,
} from './lifecycle-of-alice.js';

describe('deleted versions and mods (Spec 3.1, 4.3)', () => {
  useLifecycle();

  it('a deleted version returns 410 under each of its ids, and its version string stays taken', async () => {
    const { modId, only, newest } = await published(2);
    expect(await download(newest)).toBe(200);
    expect(await mutate(alice, 'deleteModVersion', newest.versionId)).toBe('deleted');
    expect(await download(newest)).toBe(410);
    for (const path of [
      `/artifacts/${newest.artifactId}`,
      `/mods/${modId}/versions/${newest.versionId}`,
    ]) {
      expect(refusal(await alice.get(path))).toBe('410 gone');
    }
    expect(await latestOf(modId)).toBe('1.0.0');
    expect(await download(only)).toBe(200);
    const again = await alice.post(`/mods/${modId}/versions`, { version: '2.0.0' });
    expect(refusal(again)).toBe('409 duplicate_version');
    expect(await mutate(alice, 'deleteModVersion', newest.versionId)).toBe('gone');
  });

  it('a deleted version draft frees its version string and cancels its running upload', async () => {
    const { id: modId } = await bareMod(alice, GAME);
    const { id: versionId } = await draftVersion(alice, modId, { version: '1.0.0' });
    const bytes = new Uint8Array(archiveOf('never completed'));
    const uploadId = await sendFile(alice, { modId, versionId }, bytes);
    expect(await mutate(alice, 'deleteModVersion', versionId)).toBe('deleted');
    expect((await alice.get(`/uploads/${uploadId}`)).body.data.lifecycleStatus).toBe('cancelled');
    const again = await alice.post(`/mods/${modId}/versions`, { version: '1.0.0' });
    expect(again.status).toBe(201);
  });

  it('a deleted mod returns 410 with all its resources, and its slug stays taken', async () => {
    const { modId, newest } = await published(2);
    const { slug } = (await world.anon.get(`/mods/${modId}`)).body.data;
    expect(await mutate(alice, 'deleteMod', modId)).toBe('deleted');
    await world.settled();
    expect(await listed(modId)).toBe(false);
    for (const path of [`/mods/${modId}`, `/mods/${modId}/versions`]) {
      expect(refusal(await alice.get(path))).toBe('410 gone');
    }
    expect(await download(newest)).toBe(410);
    expect(await planned({ mod_ids: [modId] })).toBe('410 gone');
    const pictures = await world.platform.db.media.findMany({ where: { modId } });
    const isDeleted = pictures.map(({ deletedAt }) => deletedAt !== null);
    expect(new Set(isDeleted)).toEqual(new Set([true]));
    const body = { game_slug: GAME, slug, title: { en: 'x' }, description: { en: 'x' } };
    expect(refusal(await alice.post('/mods', body))).toBe('400 invalid_metadata');
    expect(refusal(await alice.post(`/mods/${modId}/versions`, { version: '9' }))).toBe('410 gone');
  });

  it('a version that was never published is deleted without a second factor', async () => {
    const { id: modId } = await bareMod(alice, GAME);
    const draft = await draftVersion(alice, modId, { version: '1' });
    const ready = await readyVersion(world, alice, modId, { version: '2' });
    const where = { userId: alice.userId, kind: 'pat' as const };
    await world.platform.db.credential.updateMany({ where, data: { aal2At: null } });
    expect(await mutate(alice, 'deleteModVersion', draft.id)).toBe('deleted');
    expect(await mutate(alice, 'deleteModVersion', ready.versionId)).toBe('deleted');
    await world.platform.db.credential.updateMany({ where, data: { aal2At: world.clock.now() } });
  });

  it('the deletion of a version that is published concurrently requires a second factor', async () => {
    const modId = await coveredMod(world, alice, GAME);
    const ready = await readyVersion(world, alice, modId, { version: '1' });
    const where = { userId: alice.userId, kind: 'pat' as const };
    await world.platform.db.credential.updateMany({ where, data: { aal2At: null } });
    const { result } = await meanwhile(
      world,
      async (tx) => {
        await tx.$queryRaw`select 1 from mods where id = ${modId}::uuid for update`;
        // The deletion sees this publication after it gets the lock on the mod.
        const publishedAt = world.clock.now();
        const data = { state: 'published' as const, publishedAt };
        await tx.modVersion.update({ where: { id: ready.versionId }, data });
      },
      () => mutate(alice, 'deleteModVersion', ready.versionId),
    );
    expect(result).toBe('step_up_required');
    const row = await world.platform.db.modVersion.findUniqueOrThrow({
      where: { id: ready.versionId },
    });
    expect(row.state).toBe('published');
    await world.platform.db.credential.updateMany({ where, data: { aal2At: world.clock.now() } });
  });

  it('a deletion requires an owner, and for a published version or a mod a recent second factor', async () => {
    const { id: modId } = await bareMod(alice, GAME, { slug: 'second-factor' });
    const { id: versionId } = await draftVersion(alice, modId, { version: '1' });
    const bob = await world.creator('bob');
    const body = { role: 'maintainer' };
    await alice.request('PUT', `/mods/${modId}/team-members/${bob.userId}`, { body });
    expect(await mutate(bob, 'deleteModVersion', versionId)).toBe('team_role_denied');
    expect(await mutate(bob, 'deleteMod', modId)).toBe('team_role_denied');
    const where = { userId: alice.userId, kind: 'pat' as const };
    await world.platform.db.credential.updateMany({ where, data: { aal2At: null } });
    const out = await published(1);
    expect(await mutate(alice, 'deleteModVersion', out.only.versionId)).toBe('step_up_required');
    expect(await download(out.only)).toBe(200);
    expect(await mutate(alice, 'deleteMod', modId)).toBe('step_up_required');
    await world.platform.db.credential.updateMany({ where, data: { aal2At: world.clock.now() } });
    expect(await mutate(alice, 'deleteMod', modId)).toBe('deleted');
    expect((await bareMod(alice, GAME, { slug: 'second-factor' })).slug).toBe('second-factor');
  });
});
