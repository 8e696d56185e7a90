import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { agentOf, read, runTool } from '../../agents.js';
import { useWorld } from '../../harness.js';
import {
  bareMod,
  draftMod,
  newGame,
  publishedVersion,
  readyVersion,
  refusal,
} from '../../publishing.js';

describe('imported artifacts without a SHA-256', () => {
  const world = useWorld();
  let alice: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'undigested');
    alice = await world.creator('alice');
    modId = (await draftMod(alice, 'undigested')).id;
  });

  const forget = (id: string) =>
    world.platform.db.artifact.update({ where: { id }, data: { sha256: null } });

  it('publishing a version with an artifact without a SHA-256 returns missing_sha256', async () => {
    const { versionId, artifactId } = await readyVersion(world, alice, modId, { version: '1' });
    await forget(artifactId);
    const answer = await alice.post(`/mods/${modId}/versions/${versionId}/publish`);
    expect(refusal(answer)).toBe('409 missing_sha256');
    const { data } = (await alice.get(`/mods/${modId}/versions/${versionId}`)).body;
    expect(data.status).toBe('ready');
    const agent = await agentOf(world, alice, 'publisher.validate');
    const check = await read(agent, 'publisher.validate', { mod_id: modId, version_id: versionId });
    expect(check).toMatchObject({ publishable: false, problems: [{ code: 'missing_sha256' }] });
  });

  it('a publication check lists missing_sha256 besides other obstacles', async () => {
    const { id } = await bareMod(alice, 'undigested');
    const { versionId, artifactId } = await readyVersion(world, alice, id, { version: '1' });
    await forget(artifactId);
    const agent = await agentOf(world, alice, 'publisher.validate');
    const check = await read(agent, 'publisher.validate', { mod_id: id, version_id: versionId });
    const codes = check.problems.map(({ code }: Json) => code);
    expect(codes).toEqual(['missing_sha256', 'cover_required']);
  });

  it('resolving a published artifact without a SHA-256 returns missing_sha256', async () => {
    const { artifactId } = await publishedVersion(world, alice, modId, { version: '2' });
    const path = `/downloads/${artifactId}/resolve`;
    expect((await world.anon.post(path)).status).toBe(200);
    await forget(artifactId);
    expect(refusal(await world.anon.post(path))).toBe('409 missing_sha256');
    expect(refusal(await world.anon.get(`/artifacts/${artifactId}`))).toBe('404 file_not_found');
    const agent = await agentOf(world, alice, 'downloads.resolve');
    const run = { tool: 'downloads.resolve', input: { artifact_id: artifactId } };
    expect(refusal(await runTool(agent, run))).toBe('409 missing_sha256');
  });

  it('resolving an unpublished artifact without a SHA-256 returns file_not_found', async () => {
    const { artifactId } = await readyVersion(world, alice, modId, { version: '3' });
    await forget(artifactId);
    const answer = await world.anon.post(`/downloads/${artifactId}/resolve`);
    expect(refusal(answer)).toBe('404 file_not_found');
  });
});
