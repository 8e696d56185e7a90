import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { isUniqueViolation } from '../../src/platform/database/failures.js';
import type { Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import { meanwhile } from '../locks.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  readyVersion,
  refusal,
} from '../publishing.js';

describe('mod versions (Spec 2.3, 3.3, 4.3)', () => {
  const world = useWorld();
  let alice: Creator;
  let mod: Json;

  beforeAll(async () => {
    await newGame(world, 'versions');
    await newGame(world, 'elsewhere');
    alice = await world.creator('alice');
    mod = await bareMod(alice, 'versions');
  });

  const fieldsOf = (answer: Json) =>
    Object.fromEntries(answer.body.fields.map(({ field, code }: Json) => [field, code]));
  const versionsOf = (modId: string) => `/mods/${modId}/versions`;

  it('createModVersion returns 201 with a draft without files, a strong ETag and its location', async () => {
    const made = await alice.post(versionsOf(mod.id), {
      version: '1.0.0',
      changelog: { en: 'First.' },
      game_versions: ['1.20'],
      loader_platforms: ['fabric'],
      requirements: { memory: '4 GB' },
    });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    expect(made.headers.get('location')).toBe(`/v1/mods/${mod.id}/versions/${id}`);
    expect(made.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(made.headers.get('cache-control')).toContain('no-store');
    expect(made.body.data).toMatchObject({
      mod_id: mod.id,
      version: '1.0.0',
      status: 'draft',
      artifact_ids: [],
      release_channel: 'release',
      changelog: { en: 'First.' },
      game_versions: ['1.20'],
      loader_platforms: ['fabric'],
      dependencies: [],
      published_at: null,
    });
    expect(made.body.data.artifacts ?? null).toBeNull();
    const read = await alice.get(`${versionsOf(mod.id)}/${id}`);
    expect(read.body.data).toEqual(made.body.data);
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
  });

  it('a version string that the mod already has returns duplicate_version on create and on update', async () => {
    await draftVersion(alice, mod.id, { version: 'dup' });
    const again = await alice.post(versionsOf(mod.id), { version: 'dup' });
    expect(refusal(again)).toBe('409 duplicate_version');
    const other = await alice.post(versionsOf(mod.id), { version: 'not dup' });
    const headers = { 'If-Match': other.headers.get('etag') ?? '' };
    const path = `${versionsOf(mod.id)}/${other.body.data.id}`;
    const renamed = await alice.patch(path, { version: 'dup' }, headers);
    expect(refusal(renamed)).toBe('409 duplicate_version');
  });

  it('two versions share a string only if both declare loaders that do not overlap', async () => {
    const target = versionsOf((await bareMod(alice, 'versions')).id);
    const make = async (loaders: readonly string[], version = '1.0.0') => {
      const made = await alice.post(target, { version, loader_platforms: loaders });
      return made.status === 201 ? 'made' : refusal(made);
    };
    const duplicate = '409 duplicate_version';
    expect(await make(['fabric'])).toBe('made');
    expect(await make([])).toBe(duplicate);
    expect(await make(['forge', 'fabric'])).toBe(duplicate);
    expect(await make(['forge'])).toBe('made');
    expect(await make([], '2.0.0')).toBe('made');
    expect(await make(['fabric'], '2.0.0')).toBe(duplicate);
  });

  it('a loader change that makes two versions equal returns duplicate_version', async () => {
    const target = versionsOf((await bareMod(alice, 'versions')).id);
    await alice.post(target, { version: '1.0.0', loader_platforms: ['fabric'] });
    const forge = await alice.post(target, { version: '1.0.0', loader_platforms: ['forge'] });
    const change = (body: object) =>
      alice.patch(`${target}/${forge.body.data.id}`, body, {
        'If-Match': forge.headers.get('etag') ?? '',
      });
    for (const loaders of [[], null, ['fabric'], ['forge', 'fabric']]) {
      expect(refusal(await change({ loader_platforms: loaders }))).toBe('409 duplicate_version');
    }
    const renamed = await change({ loader_platforms: ['forge', 'fabric'], version: '1.0.1' });
    expect(renamed.status).toBe(200);
  });

  it('exactly one of several concurrent creates with overlapping loaders makes the version', async () => {
    const target = versionsOf((await bareMod(alice, 'versions')).id);
    const answers = await Promise.all(
      [['fabric'], ['fabric', 'forge'], ['forge', 'fabric'], []].map((loaders) =>
        alice.post(target, { version: '1.0.0', loader_platforms: loaders }),
      ),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('the database rejects two concurrent versions of one identity', async () => {
    const { id: modId } = await bareMod(alice, 'versions');
    const { db } = world.platform;
    const row = (loaders: string[]) => ({
      ...{ id: randomUUID(), modId, version: '1.0.0', createdById: alice.userId },
      loaderPlatforms: loaders,
    });
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.modVersion.create({ data: row(['fabric']) }),
      () =>
        db.modVersion.create({ data: row(['fabric', 'forge']) }).then(
          () => 'written',
          (error: unknown) => isUniqueViolation(error),
        ),
    );
    expect({ waited, result }).toEqual({ waited: true, result: true });
    await db.modVersion.create({ data: row(['forge']) });
  });

  it('exactly one of several concurrent equal creates makes the version', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => alice.post(versionsOf(mod.id), { version: 'raced' })),
    );
    expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409]);
  });

  it('createModVersion returns unsupported_version for an unknown game version', async () => {
    const body = { version: 'future', game_versions: ['1.20', '9.99'] };
    const refused = await alice.post(versionsOf(mod.id), body);
    expect(refusal(refused)).toBe('422 unsupported_version');
  });

  it('createModVersion accepts a version string of at most 80 characters that is not blank', async () => {
    const fits = await alice.post(versionsOf(mod.id), { version: 'v'.repeat(80) });
    expect(fits.status).toBe(201);
    for (const version of ['v'.repeat(81), '  ']) {
      const refused = await alice.post(versionsOf(mod.id), { version });
      expect(refusal(refused)).toBe('400 invalid_metadata');
      expect(Object.keys(fieldsOf(refused))).toEqual(['version']);
    }
  });

  it('createModVersion checks dependencies against the catalog and names them by index', async () => {
    const library = await draftMod(alice, 'versions');
    const { versionId, artifactId } = await publishedVersion(world, alice, library.id, {
      version: '2.0.0',
    });
    const draft = await bareMod(alice, 'versions');
    const foreign = await draftMod(alice, 'elsewhere');
    await publishedVersion(world, alice, foreign.id, { version: '1' });
    const refused = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      loader_platforms: ['fabric', 'paper'],
      dependencies: [
        { kind: 'required', mod_id: mod.id },
        { kind: 'required', mod_id: randomUUID() },
        { kind: 'required', mod_id: draft.id },
        { kind: 'required', mod_id: foreign.id },
        { kind: 'required', mod_id: library.id, version_id: randomUUID() },
        { kind: 'optional', mod_id: library.id, artifact_id: randomUUID() },
      ],
    });
    expect(refusal(refused)).toBe('400 invalid_metadata');
    expect(Object.keys(fieldsOf(refused))).toEqual([
      'loader_platforms[1]',
      'dependencies[0].mod_id',
      'dependencies[1].mod_id',
      'dependencies[2].mod_id',
      'dependencies[3].mod_id',
      'dependencies[4].version_id',
      'dependencies[5].artifact_id',
    ]);
    const repeated = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      dependencies: [
        { kind: 'required', mod_id: library.id, version_constraint: '^1.0.0' },
        { kind: 'embedded', mod_id: library.id },
        { kind: 'required', mod_id: library.id, version_constraint: '^2.0.0' },
      ],
    });
    expect(refusal(repeated)).toBe('400 invalid_metadata');
    expect(fieldsOf(repeated)).toEqual({ 'dependencies[2].mod_id': 'not_unique' });
    const range = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      dependencies: [{ kind: 'required', mod_id: library.id, version_constraint: 'v'.repeat(81) }],
    });
    expect(fieldsOf(range)).toEqual({ 'dependencies[0].version_constraint': 'too_long' });
    const made = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      dependencies: [
        {
          kind: 'required',
          mod_id: library.id,
          version_constraint: '^2.0.0',
          version_id: versionId,
          artifact_id: artifactId,
        },
      ],
    });
    expect(made.status).toBe(201);
    expect(made.body.data.dependencies).toMatchObject([
      { kind: 'required', mod_id: library.id, version_id: versionId, artifact_id: artifactId },
    ]);
  });

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
