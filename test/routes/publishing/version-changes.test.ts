import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  publishedVersion,
  readyVersion,
  refusal,
} from '../../publishing.js';
import { alice, mod, useVersions, versionsOf, world } from './versions-of-alice.js';

useVersions();

describe('changes of mod versions (Spec 2.3, 3.3, 4.3)', () => {
  it('updateModVersion requires one current strong If-Match', async () => {
    const made = await alice.post(versionsOf(mod.id), { version: 'tagged' });
    const path = `${versionsOf(mod.id)}/${made.body.data.id}`;
    const etag = made.headers.get('etag') ?? '';
    expect(refusal(await alice.patch(path, {}))).toBe('428 precondition_required');
    for (const bad of [`W/${etag}`, '*', `${etag}, ${etag}`, 'x']) {
      const refused = await alice.patch(path, { file_category: 'x' }, { 'If-Match': bad });
      expect(refusal(refused), bad).toBe('412 precondition_failed');
    }
    const changes = ['a', 'b', 'c'].map((text) => ({ changelog: { en: text } }));
    const answers = await Promise.all(
      changes.map((change) => alice.patch(path, change, { 'If-Match': etag })),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([200, 412, 412]);
    const read = await alice.get(path);
    for (const answer of answers) expect(answer.headers.get('etag')).toBe(read.headers.get('etag'));
    expect(read.body.data.changelog).toEqual(
      answers.find((it) => it.status === 200)?.body.data.changelog,
    );
  });

  it('updateModVersion replaces the dependencies, and null clears them', async () => {
    const library = await draftMod(alice, 'versions');
    await publishedVersion(world, alice, library.id, { version: '1' });
    const made = await alice.post(versionsOf(mod.id), {
      version: 'cleared',
      game_versions: ['1.20'],
      dependencies: [{ kind: 'required', mod_id: library.id }],
    });
    const path = `${versionsOf(mod.id)}/${made.body.data.id}`;
    const changed = await alice.patch(
      path,
      { dependencies: [{ kind: 'conflict', mod_id: library.id }], game_versions: null },
      { 'If-Match': made.headers.get('etag') ?? '' },
    );
    expect(changed.body.data.dependencies.map((it: Json) => it.kind)).toEqual(['conflict']);
    expect(changed.body.data.game_versions).toEqual([]);
    const cleared = await alice.patch(
      path,
      { dependencies: null },
      { 'If-Match': changed.headers.get('etag') ?? '' },
    );
    expect(cleared.body.data.dependencies).toEqual([]);
  });

  it('a version that is renamed before its publication passes the new string to its file', async () => {
    const renamed = await draftMod(alice, 'versions');
    const { versionId } = await readyVersion(world, alice, renamed.id, { version: '1.0.0' });
    const path = `${versionsOf(renamed.id)}/${versionId}`;
    const etag = (await alice.get(path)).headers.get('etag') ?? '';
    const change = await alice.patch(path, { version: '1.0.1' }, { 'If-Match': etag });
    expect(change.status).toBe(200);
    const published = await alice.post(`${path}/publish`);
    expect(published.body.data.version).toBe('1.0.1');
    expect(published.body.data.artifacts[0].file_version).toBe('1.0.1');
  });

  it('a published version rejects every change except one of its changelog', async () => {
    const fixed = await draftMod(alice, 'versions');
    const { versionId } = await publishedVersion(world, alice, fixed.id, {
      version: '1.0.0',
      loader_platforms: ['fabric'],
    });
    const path = `${versionsOf(fixed.id)}/${versionId}`;
    const tag = async () => ({ 'If-Match': (await alice.get(path)).headers.get('etag') ?? '' });
    const before = await alice.get(path);
    for (const change of [
      { version: '2.0.0' },
      { release_channel: 'beta' },
      { game_versions: ['1.20'] },
      { loader_platforms: null },
      { build_metadata: { platforms: ['linux'] } },
      { file_category: 'other' },
    ]) {
      const refused = await alice.patch(path, change, await tag());
      expect(refusal(refused), JSON.stringify(change)).toBe('409 invalid_state');
    }
    expect((await alice.get(path)).body).toEqual(before.body);
    const changed = await alice.patch(path, { changelog: { en: 'Fixes.' } }, await tag());
    expect(changed.status).toBe(200);
    const shown = await world.anon.get(path);
    expect(shown.body.data.changelog).toEqual({ en: 'Fixes.' });
    expect(shown.body.data.published_at).toBe(before.body.data.published_at);
  });

  it('an unknown version and a version of another mod return 404', async () => {
    const other = await bareMod(alice, 'versions');
    const version = await draftVersion(alice, other.id, { version: '1' });
    for (const id of [randomUUID(), version.id]) {
      const path = `${versionsOf(mod.id)}/${id}`;
      expect(refusal(await alice.get(path))).toBe('404 not_found');
      expect(refusal(await alice.patch(path, {}, { 'If-Match': '"x"' }))).toBe('404 not_found');
      expect(refusal(await alice.post(`${path}/publish`))).toBe('404 not_found');
    }
  });

  it('a version draft is visible only to the team', async () => {
    const shown = await draftMod(alice, 'versions');
    await publishedVersion(world, alice, shown.id, { version: '1' });
    const draft = await draftVersion(alice, shown.id, { version: '2' });
    const bob = await world.creator('bob');
    for (const reader of [world.anon, bob]) {
      const path = `${versionsOf(shown.id)}/${draft.id}`;
      expect(refusal(await reader.get(path))).toBe('404 not_found');
      const list = await reader.get(versionsOf(shown.id));
      expect(list.body.data.map((it: Json) => it.version)).toEqual(['1']);
    }
    const own = await alice.get(versionsOf(shown.id));
    expect(own.body.data.map((it: Json) => it.version).sort()).toEqual(['1', '2']);
    expect(refusal(await bob.post(versionsOf(shown.id), { version: '3' }))).toBe('403 forbidden');
  });
});
