import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { meanwhile } from '../../locks.js';
import { type KeptFile, keep } from '../../provider-server.js';
import { bareMod, refusal } from '../../publishing.js';
import { declared, examinationOf, refer, register } from '../../workers/publishing/references.js';
import {
  alice,
  bytesOf,
  mallory,
  modId,
  newTarget,
  server,
  useExternalFiles,
  world,
} from './external-files.js';

await useExternalFiles();

describe('external artifact registration', () => {
  it('an external artifact registration returns 202 with a status resource and replays by its idempotency key', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    const target = await newTarget();
    const body = declared(file, bytes);
    const key = randomUUID();
    const made = await register(alice, target, body, key);
    expect(made.status).toBe(202);
    const { artifact_id, reference_id, validation_job_id } = made.body.data;
    const resource = `/v1/external-artifact-validation-jobs/${validation_job_id}`;
    expect(made.body.data).toEqual({
      artifact_id,
      reference_id,
      validation_job_id,
      state: 'pending',
      status_resource: resource,
    });
    await world.settled();
    const again = await register(alice, target, body, key);
    expect([again.status, again.body]).toEqual([202, made.body]);
    const other = { ...body, label: 'Another' };
    expect(refusal(await register(alice, target, other, key))).toBe('409 idempotency_conflict');
  });

  it('an external artifact registration without an idempotency key returns 400', async () => {
    const { versionId } = await newTarget();
    const path = `/mods/${modId}/versions/${versionId}/external-artifact`;
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const made = await alice.request('POST', path, { body });
    expect(refusal(made)).toBe('400 idempotency_key_required');
  });

  /** A version for rejected registrations, which change nothing. */
  let refusing: { modId: string; versionId: string };
  beforeAll(async () => {
    refusing = await newTarget();
  });
  const bytes = bytesOf('refused');
  const github = { provider: 'github', owner: 'a', repository: 'b', release_id: 1, asset_id: 2 };
  it.each([
    [
      'another provider',
      { locator: { provider: 'gitlab', asset_id: 1 } },
      '400 provider_unsupported',
    ],
    [
      'a release without its number',
      { locator: { ...github, release_id: undefined } },
      '422 locator_invalid',
    ],
    [
      'a member of another provider',
      { locator: { ...github, platform: 'PAPER' } },
      '422 locator_invalid',
    ],
    [
      'a path in place of a name',
      { locator: { ...github, owner: '../..' } },
      '422 locator_invalid',
    ],
    [
      'a project slug in place of its id',
      {
        locator: {
          provider: 'modrinth',
          project_id: 'fabric-api',
          version_id: 'abcdefgh',
          filename: 'a.jar',
        },
      },
      '422 locator_invalid',
    ],
    ['a tag', { locator: { ...github, tag: 'v1.0' } }, '422 locator_invalid'],
    ['a branch', { locator: { ...github, branch: 'main' } }, '422 locator_invalid'],
    [
      'an address',
      { locator: { provider: 'github', url: 'https://example.org/a.jar' } },
      '422 locator_invalid',
    ],
    [
      'a tag in place of the number of a release',
      { locator: { ...github, release_id: 'v1.0' } },
      '422 locator_invalid',
    ],
    ['no provider', { locator: { owner: 'a' } }, '400 invalid_input'],
    ['a locator that is a string', { locator: 'github' }, '400 invalid_input'],
    ['a tag and an unknown member', { locator: { tag: 'v1.0' }, tag: 1 }, '400 invalid_input'],
    ['no SHA-256', { expected_hashes: {} }, '400 missing_sha256'],
    ['an invalid SHA-256', { expected_hashes: { sha256: 'x' } }, '400 invalid_sha256'],
    [
      'no SHA-512 and no SHA-1 of Modrinth',
      {
        locator: {
          provider: 'modrinth',
          project_id: 'AABBCCDD',
          version_id: 'abcdefgh',
          filename: 'a.jar',
        },
      },
      '400 invalid_metadata',
    ],
    [
      'an extension of no archive format',
      { filename: 'mod.exe' },
      '400 unsupported_archive_extension',
    ],
    ['a content type of no archive', { content_type: 'image/png' }, '409 archive_mime_mismatch'],
  ])('an external artifact registration rejects %s', async (_, more, expected) => {
    const body = declared({ provider: 'github', locator: github } as KeptFile, bytes, more);
    expect(refusal(await register(alice, refusing, body))).toBe(expected);
  });

  const refusedIn = async (locale: string, more: object) => {
    const file = { provider: 'github', locator: { ...github, ...more } } as KeptFile;
    const answer = await alice.request(
      'POST',
      `/mods/${modId}/versions/${refusing.versionId}/external-artifact`,
      {
        body: declared(file, bytes),
        headers: { 'Idempotency-Key': randomUUID(), 'Accept-Language': locale },
      },
    );
    expect(refusal(answer)).toBe('422 locator_invalid');
    return answer.body.detail;
  };

  it.each([
    ['a tag', { tag: 'v1.0' }, 'Remove locator.tag.'],
    ['an address', { url: 'https://example.org/a.jar' }, 'Remove locator.url.'],
    ['a tag in place of a number', { release_id: 'v1.0' }, 'Correct locator.release_id.'],
    ['a path in place of a name', { owner: '../..' }, 'Correct locator.owner.'],
    [
      'three wrong members',
      { platform: 'PAPER', asset_id: undefined, repository: 'a/b' },
      'Remove locator.platform. Add locator.asset_id. Correct locator.repository.',
    ],
  ])('locator_invalid names the wrong members: %s', async (_, more, named) => {
    const beginning = `${named} The locator does not name`;
    expect((await refusedIn('en', more)).slice(0, beginning.length)).toBe(beginning);
  });

  it.each([
    ['ru', 'Уберите locator.tag. Значение locator не'],
    ['de', 'Entfernen Sie locator.tag. Die Angabe in locator'],
  ])('locator_invalid names the wrong member in the locale %s', async (locale, beginning) => {
    expect((await refusedIn(locale, { tag: 'v1' })).slice(0, beginning.length)).toBe(beginning);
  });

  it('an external artifact registration of a registered GitHub asset returns 409 under another owner and repository', async () => {
    const bytes = bytesOf();
    const file = keep(server, 'github', bytes);
    await refer(alice, modId, declared(file, bytes));
    const locator = { ...file.locator, owner: 'Renamed', repository: 'since' };
    const body = declared({ ...file, locator }, bytes);
    expect(refusal(await register(alice, await newTarget(), body))).toBe(
      '409 source_already_imported',
    );
  });

  it('two concurrent external artifact registrations of one source return 202 and 409', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'hangar', bytes), bytes);
    const targets = [await newTarget(), await newTarget()];
    const made = await Promise.all(targets.map((target) => register(alice, target, body)));
    expect(made.map((answer) => answer.status).toSorted()).toEqual([202, 409]);
  });

  it('a version takes one external artifact, and deleting the version frees the source', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const made = await refer(alice, modId, body);
    const other = declared(keep(server, 'github', bytes), bytes);
    expect(refusal(await register(alice, made, other))).toBe('409 invalid_state');
    await alice.graphql(`mutation { deleteModVersion(id: "${made.versionId}") { id } }`);
    const { db, clock } = world.platform;
    const { endReferencesOf } = await import('../../../src/modules/publishing/index.js');
    await db.$transaction((tx) => endReferencesOf(tx, [made.versionId], clock.now()));
    expect((await register(alice, await newTarget(), body)).status).toBe(202);
    await world.settled();
    expect(await examinationOf(alice, made)).toMatchObject({ state: 'rejected' });
  });

  it('an external artifact registration requires a public mod, team membership and every scope', async () => {
    const bytes = bytesOf();
    const body = declared(keep(server, 'github', bytes), bytes);
    const { id: paid } = await bareMod(alice, 'kept', { access_tier: 'paid' });
    expect(refusal(await register(alice, await newTarget(paid), body))).toBe('403 forbidden');
    expect(refusal(await register(mallory, await newTarget(), body))).toBe('404 not_found');
    const reader = await alice.withToken({ scopes: 'mods:write files:upload' });
    const { versionId } = await newTarget();
    const path = `/mods/${modId}/versions/${versionId}/external-artifact`;
    const made = await reader.post(path, body, { 'Idempotency-Key': randomUUID() });
    expect(refusal(made)).toBe('403 insufficient_scope');
  });

  it('a mod with an external artifact must stay public, and the problem names access_tier', async () => {
    const { id } = await bareMod(alice, 'kept');
    const target = await newTarget(id);
    const bytes = bytesOf();
    const made = await register(alice, target, declared(keep(server, 'github', bytes), bytes));
    expect(made.status).toBe(202);
    const change = async (access_tier: string) => {
      const etag = (await alice.get(`/mods/${id}`)).headers.get('etag') ?? '';
      return alice.patch(`/mods/${id}`, { access_tier }, { 'If-Match': etag });
    };
    for (const tier of ['authenticated', 'paid', 'restricted']) {
      const refused = await change(tier);
      expect(refusal(refused)).toBe('400 invalid_metadata');
      expect(refused.body.fields).toEqual([{ field: 'access_tier', code: 'not_allowed' }]);
    }
    expect((await change('public')).status).toBe(200);
    const remove = 'mutation ($id: ID!) { deleteModVersion(id: $id) }';
    const removed = await alice.graphql(remove, { id: target.versionId });
    expect(removed.body.errors).toBeUndefined();
    expect((await change('paid')).status).toBe(200);
  });

  it('an external artifact registration waits for an access tier change and returns 403 if the mod is no longer public', async () => {
    const { id } = await bareMod(alice, 'kept');
    const target = await newTarget(id);
    const bytes = bytesOf();
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.mod.update({ where: { id }, data: { accessTier: 'paid' } }),
      () => register(alice, target, declared(keep(server, 'github', bytes), bytes)),
    );
    expect([waited, refusal(result)]).toEqual([true, '403 forbidden']);
  });

  it('an external artifact validation job returns 404 outside the team and 401 without a credential', async () => {
    const bytes = bytesOf();
    const made = await refer(alice, modId, declared(keep(server, 'github', bytes), bytes));
    const path = `/external-artifact-validation-jobs/${made.jobId}`;
    expect(refusal(await mallory.get(path))).toBe('404 not_found');
    expect(refusal(await world.anon.get(path))).toBe('401 unauthorized');
  });
});
