import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../actors.js';
import { agentOf, read } from '../agents.js';
import { useWorld } from '../harness.js';
import { draftMod, newGame, publishedVersion, readyVersion, refusal } from '../publishing.js';

describe('a file whose SHA-256 is not known, as of an imported row', () => {
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

  it('a version with such a file is missing_sha256 when it is published', async () => {
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

  it('a published file of this kind is missing_sha256 when it is resolved', async () => {
    const { artifactId } = await publishedVersion(world, alice, modId, { version: '2' });
    const path = `/downloads/${artifactId}/resolve`;
    expect((await world.anon.post(path)).status).toBe(200);
    await forget(artifactId);
    expect(refusal(await world.anon.post(path))).toBe('409 missing_sha256');
    expect(refusal(await world.anon.get(`/artifacts/${artifactId}`))).toBe('404 file_not_found');
  });

  it('an unpublished file of this kind stays file_not_found', async () => {
    const { artifactId } = await readyVersion(world, alice, modId, { version: '3' });
    await forget(artifactId);
    const answer = await world.anon.post(`/downloads/${artifactId}/resolve`);
    expect(refusal(answer)).toBe('404 file_not_found');
  });
});
