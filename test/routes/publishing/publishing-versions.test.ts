import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isUniqueViolation } from '../../../src/platform/database/failures.js';
import type { Json } from '../../actors.js';
import { meanwhile } from '../../locks.js';
import { bareMod, draftVersion, refusal } from '../../publishing.js';
import { seedMod, shelfOf } from '../catalog/catalog-rows.js';
import { alice, mod, useVersions, versionsOf, world } from './versions-of-alice.js';

useVersions();

const fieldsOf = (answer: Json) =>
  Object.fromEntries(answer.body.fields.map(({ field, code }: Json) => [field, code]));

describe('new mod versions (Spec 2.3, 3.3, 4.3)', () => {
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

  it('a version without a changelog has an empty object as its changelog', async () => {
    const made = await alice.post(versionsOf(mod.id), { version: 'no changelog' });
    expect(made.body.data.changelog).toEqual({});
    const read = await alice.get(`${versionsOf(mod.id)}/${made.body.data.id}`);
    expect(read.body.data.changelog).toEqual({});
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
      id: randomUUID(),
      modId,
      version: '1.0.0',
      createdById: alice.userId,
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
    const versions = [{ version: '2.0.0' }];
    const library = await seedMod(world, await shelfOf(world, 'versions'), { versions });
    const { versionId, artifactId } = library.versions[0] ?? {};
    const draft = await bareMod(await world.creator('other'), 'versions');
    const foreign = await seedMod(world, await shelfOf(world, 'elsewhere'));
    const refused = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      loader_platforms: ['fabric', 'paper'],
      dependencies: [
        { kind: 'required', mod_id: mod.id },
        { kind: 'required', mod_id: randomUUID() },
        { kind: 'required', mod_id: draft.id },
        { kind: 'required', mod_id: foreign.modId },
        { kind: 'required', mod_id: library.modId, version_id: randomUUID() },
        { kind: 'optional', mod_id: library.modId, artifact_id: randomUUID() },
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
        { kind: 'required', mod_id: library.modId, version_constraint: '^1.0.0' },
        { kind: 'embedded', mod_id: library.modId },
        { kind: 'required', mod_id: library.modId, version_constraint: '^2.0.0' },
      ],
    });
    expect(refusal(repeated)).toBe('400 invalid_metadata');
    expect(fieldsOf(repeated)).toEqual({ 'dependencies[2].mod_id': 'not_unique' });
    const range = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      dependencies: [
        { kind: 'required', mod_id: library.modId, version_constraint: 'v'.repeat(81) },
      ],
    });
    expect(fieldsOf(range)).toEqual({ 'dependencies[0].version_constraint': 'too_long' });
    const made = await alice.post(versionsOf(mod.id), {
      version: 'depends',
      dependencies: [
        {
          kind: 'required',
          mod_id: library.modId,
          version_constraint: '^2.0.0',
          version_id: versionId,
          artifact_id: artifactId,
        },
      ],
    });
    expect(made.status).toBe(201);
    expect(made.body.data.dependencies).toMatchObject([
      { kind: 'required', mod_id: library.modId, version_id: versionId, artifact_id: artifactId },
    ]);
  });
});
