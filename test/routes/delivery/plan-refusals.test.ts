import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { draftMod } from '../../publishing.js';
import { mod, plan, resolved, usePlannedMods, versionsOf, world } from './planned-mods.js';

usePlannedMods();

describe('unsatisfiable plans', () => {
  it('an unsatisfiable plan returns 200 without items and names the conflicting mods', async () => {
    const first = await mod();
    const second = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'conflict', modId: first.modId }],
    });
    const bystander = await mod();
    const ids = [first.modId, second.modId, bystander.modId];
    const answer = await plan({ mod_ids: ids });
    expect([answer.status, answer.body.data.status, answer.body.data.items]).toEqual([
      200,
      'unsatisfiable',
      [],
    ]);
    const [conflict] = answer.body.data.conflicts;
    expect(conflict.mod_ids).toEqual([first.modId, second.modId].sort());
    expect(conflict.explanation).toEqual(expect.any(String));
    expect(answer.body.data.steps).toEqual([]);
  });

  it('a conflict with a range does not affect versions outside the range', async () => {
    const first = await mod({ version: '2.0.0' });
    const second = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'conflict', modId: first.modId, range: '<2.0.0' }],
    });
    const data = await resolved({ mod_ids: [first.modId, second.modId] });
    expect(data.status).toBe('resolved');
  });

  it('a plan of two versions of one mod is unsatisfiable', async () => {
    const { modId, versions } = await mod({ version: '1.0.0' }, { version: '2.0.0' });
    const data = await resolved({ artifacts: versions.map(({ artifactId }) => artifactId) });
    expect([data.status, data.conflicts[0].mod_ids]).toEqual(['unsatisfiable', [modId]]);
  });

  it('a required mod without a version that fits makes the plan unsatisfiable', async () => {
    const library = await mod({ version: '1.0.0' });
    const user = await mod({
      version: '1.0.0',
      dependencies: [{ kind: 'required', modId: library.modId, range: '^2.0.0' }],
    });
    const data = await resolved({ mod_ids: [user.modId] });
    expect([data.status, data.items]).toEqual(['unsatisfiable', []]);
    expect(data.conflicts[0].mod_ids).toEqual([library.modId, user.modId].sort());
  });
});

describe('rejected plans', () => {
  const refusal = async (request: object) => {
    const { status, body } = await plan(request);
    return `${status} ${body.code}`;
  };

  it('a plan request without a selector, with an unknown member or a bad value returns 400', async () => {
    expect(await refusal({})).toBe('400 invalid_input');
    expect(await refusal({ mod_ids: [], versions: [], artifacts: [] })).toBe('400 invalid_input');
    expect(await refusal({ mod_ids: [randomUUID()], mod_id: 'x' })).toBe('400 invalid_input');
    expect(await refusal({ mod_ids: ['not-an-id'] })).toBe('400 invalid_input');
    expect(await refusal({ mod_ids: [randomUUID()], release_channel: 'nightly' })).toBe(
      '400 invalid_input',
    );
  });

  it('a plan request returns 404 for unknown, hidden and foreign ids, and 410 for deleted ids', async () => {
    const alice = await world.creator('alice');
    const draft = await draftMod(alice, 'planned');
    const { modId, versions } = await mod();
    const { versionId, artifactId } = versions[0] ?? {};
    expect(await refusal({ mod_ids: [randomUUID()] })).toBe('404 not_found');
    expect(await refusal({ mod_ids: [modId, draft.id] })).toBe('404 not_found');
    expect(await refusal({ artifacts: [randomUUID()] })).toBe('404 file_not_found');
    const versionOf = (mod_id: string) => ({ versions: [{ mod_id, version_id: versionId }] });
    expect(await refusal(versionOf(draft.id))).toBe('404 not_found');
    const twice = [draft.id, modId].map((mod_id) => ({ mod_id, version_id: versionId }));
    expect(await refusal({ versions: twice })).toBe('404 not_found');
    expect(await refusal({ game_slug: 'elsewhere', mod_ids: [modId] })).toBe('404 not_found');
    expect(await refusal({ game_slug: 'elsewhere', artifacts: [artifactId] })).toBe(
      '404 file_not_found',
    );
    expect(await refusal({ game_slug: 'unknown', mod_ids: [modId] })).toBe('404 not_found');
    const id = randomUUID();
    await world.platform.db.tombstone.create({ data: { id, entity: 'mod' } });
    expect(await refusal({ mod_ids: [id] })).toBe('410 gone');
    expect(await refusal({ artifacts: [id] })).toBe('410 gone');
  });

  it('a plan request for a withdrawn version returns 410', async () => {
    const { modId, versions } = await mod({ version: '1.0.0' }, { version: '2.0.0' });
    const { versionId = '', artifactId = '' } = versions[1] ?? {};
    const { db } = world.platform;
    await db.modVersion.update({ where: { id: versionId }, data: { state: 'withdrawn' } });
    await db.artifact.update({ where: { id: artifactId }, data: { state: 'withdrawn' } });
    const pinned = { versions: [{ mod_id: modId, version_id: versionId }] };
    expect(await refusal(pinned)).toBe('410 gone');
    expect(await refusal({ artifacts: [artifactId] })).toBe('410 gone');
    expect(versionsOf(await resolved({ mod_ids: [modId] }))).toEqual(['1.0.0']);
  });

  it('a plan request for a version or a file of a hidden mod returns 404', async () => {
    const { modId, versions } = await mod();
    const { versionId = '', artifactId = '' } = versions[0] ?? {};
    const { db } = world.platform;
    await db.mod.update({ where: { id: modId }, data: { state: 'hidden' } });
    const pinned = { versions: [{ mod_id: modId, version_id: versionId }] };
    expect(await refusal(pinned)).toBe('404 not_found');
    expect(await refusal({ artifacts: [artifactId] })).toBe('404 file_not_found');
  });

  it('a plan request with an unknown game version returns 422', async () => {
    const { modId } = await mod();
    expect(await refusal({ mod_ids: [modId], game_version: '9.99' })).toBe(
      '422 unsupported_version',
    );
  });

  it('a plan includes an archived version only if the request pins it', async () => {
    const { modId, versions } = await mod({ version: '1.0.0' }, { version: '2.0.0' });
    const { versionId = '', artifactId = '' } = versions[1] ?? {};
    const { db } = world.platform;
    await db.modVersion.update({ where: { id: versionId }, data: { state: 'archived' } });
    await db.artifact.update({ where: { id: artifactId }, data: { state: 'archived' } });
    expect(versionsOf(await resolved({ mod_ids: [modId] }))).toEqual(['1.0.0']);
    const pinned = await resolved({ versions: [{ mod_id: modId, version_id: versionId }] });
    expect(versionsOf(pinned)).toEqual(['2.0.0']);
  });
});
