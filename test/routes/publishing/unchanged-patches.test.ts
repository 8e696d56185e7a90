import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { addedPicture, etagOf, smallPng } from '../../pictures.js';
import { bareMod, draftMod, newGame, publishedVersion, refusal } from '../../publishing.js';
import { seedUnlistedMods, shelfOf } from '../catalog/catalog-rows.js';

describe('PATCH requests without a change', () => {
  const world = useWorld();
  let alice: Creator;

  beforeAll(async () => {
    await newGame(world, 'unchanged');
    alice = await world.creator('alice');
  });

  /** Sends a change; returns its status and whether the ETag or updated_at changed. */
  const moved = async (path: string, body: object): Promise<{ status: number; moved: boolean }> => {
    const before = await alice.get(path);
    world.clock.advance(1);
    const etag = before.headers.get('etag') ?? '';
    const answer = await alice.patch(path, body, { 'If-Match': etag });
    const after = await alice.get(path);
    const shown = [answer, after].map(({ headers, body: { data } }) => [
      headers.get('etag'),
      data.updated_at,
    ]);
    const stands = [etag, before.body.data.updated_at];
    return {
      status: answer.status,
      moved: shown.some((it) => JSON.stringify(it) !== JSON.stringify(stands)),
    };
  };

  it('a PATCH of a mod without a change keeps its ETag and writes no audit entry', async () => {
    const mod = await bareMod(alice, 'unchanged', {
      title: { en: 'Lantern', de: 'Laterne' },
      categories: ['tools', 'magic'],
      license: 'MIT',
    });
    const path = `/mods/${mod.id}`;
    const audited = await world.platform.db.auditEntry.count({ where: { targetId: mod.id } });
    for (const body of [
      {},
      { title: { de: 'Laterne', en: 'Lantern' } },
      { categories: ['magic', 'tools'], license: 'MIT', access_tier: 'public' },
      { slug: mod.slug, summary: null, localized_slugs: {}, homepage_url: null },
    ]) {
      expect(await moved(path, body)).toEqual({ status: 200, moved: false });
    }
    expect(await world.platform.db.auditEntry.count({ where: { targetId: mod.id } })).toBe(audited);
    for (const body of [
      { categories: ['magic'] },
      { title: { en: 'Lantern' } },
      { license: null },
    ]) {
      expect(await moved(path, body)).toEqual({ status: 200, moved: true });
    }
  });

  it('a PATCH of a version without a change keeps its ETag, with dependencies in any order', async () => {
    const shelf = await shelfOf(world, 'unchanged');
    const [one, two] = await seedUnlistedMods(world, shelf, [{}, {}]);
    const dependencies = [
      { kind: 'required', mod_id: one?.modId, version_constraint: '^1.0.0' },
      { kind: 'optional', mod_id: two?.modId },
    ];
    const mod = await bareMod(alice, 'unchanged');
    const made = await alice.post(`/mods/${mod.id}/versions`, {
      version: '1.0.0',
      changelog: { en: 'First.' },
      requirements: { memory: { min: 1, max: 2 } },
      dependencies,
    });
    const path = `/mods/${mod.id}/versions/${made.body.data.id}`;
    for (const body of [
      {},
      { version: '1.0.0', changelog: { en: 'First.' } },
      { requirements: { memory: { max: 2, min: 1 } }, loader_platforms: null },
      { dependencies: dependencies.toReversed() },
    ]) {
      expect(await moved(path, body)).toEqual({ status: 200, moved: false });
    }
    for (const body of [
      { dependencies: dependencies.slice(1) },
      { dependencies: null },
      { changelog: null },
    ]) {
      expect(await moved(path, body)).toEqual({ status: 200, moved: true });
    }
  });

  it('a PATCH of a published version may repeat the members that the publication fixed', async () => {
    const mod = await draftMod(alice, 'unchanged');
    const { versionId } = await publishedVersion(world, alice, mod.id, {
      version: '1.0.0',
      loader_platforms: ['fabric'],
    });
    const path = `/mods/${mod.id}/versions/${versionId}`;
    const same = { version: '1.0.0', loader_platforms: ['fabric'], release_channel: 'release' };
    expect(await moved(path, same)).toEqual({ status: 200, moved: false });
    const etag = (await alice.get(path)).headers.get('etag') ?? '';
    const renamed = await alice.patch(path, { version: '1.0.1' }, { 'If-Match': etag });
    expect(refusal(renamed)).toBe('409 invalid_state');
  });

  it('a PATCH without a change requires the current ETag', async () => {
    const mod = await bareMod(alice, 'unchanged');
    const stale = await etagOf(alice, mod.id);
    await alice.patch(`/mods/${mod.id}`, { license: 'MIT' }, { 'If-Match': stale });
    const late = await alice.patch(`/mods/${mod.id}`, {}, { 'If-Match': stale });
    expect(refusal(late)).toBe('412 precondition_failed');
    expect(late.headers.get('etag')).toBe(await etagOf(alice, mod.id));
  });

  it('updateModMedia without a change keeps the ETag of the mod', async () => {
    const { id: modId } = await bareMod(alice, 'unchanged');
    const alt = { en: 'A view.' };
    const { id } = await addedPicture(
      alice,
      modId,
      { kind: 'gallery', alt, position: 3 },
      await smallPng(),
    );
    const etag = await etagOf(alice, modId);
    const change = async (input: object) => {
      const mutation = `mutation ($modId: ID!, $id: ID!, $input: UpdateMediaInput!, $etag: String!) {
        updateModMedia(modId: $modId, id: $id, input: $input, expectedEtag: $etag) { modEtag } }`;
      const { body } = await alice.graphql(mutation, { modId, id, input, etag });
      return body.data.updateModMedia.modEtag;
    };
    for (const input of [{}, { alt }, { position: 3 }]) expect(await change(input)).toBe(etag);
    expect(await change({ position: 4 })).not.toBe(etag);
  });

  it('a PATCH of a profile without a change writes no audit entry', async () => {
    const audited = () =>
      world.platform.db.auditEntry.count({ where: { action: 'profile.updated' } });
    const { display_name } = (await alice.patch('/me/profile', {})).body.data;
    expect((await alice.patch('/me/profile', { display_name })).status).toBe(200);
    expect(await audited()).toBe(0);
    await alice.patch('/me/profile', { display_name: 'Alice A.' });
    expect(await audited()).toBe(1);
  });
});
