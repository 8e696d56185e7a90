import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, draftVersion, newGame, refusal } from '../../publishing.js';

describe('build_metadata of a version', () => {
  const world = useWorld();
  let alice: Creator;
  let modId: string;

  beforeAll(async () => {
    await newGame(world, 'builds');
    alice = await world.creator('alice');
    modId = (await bareMod(alice, 'builds')).id;
  });

  let count = 0;
  const create = (build_metadata: Json) => {
    count += 1;
    return alice.post(`/mods/${modId}/versions`, { version: `1.${count}`, build_metadata });
  };

  it.each([
    ['an unknown platform', { platforms: ['linux', 'beos'] }, 'platforms[1]', 'unknown_value'],
    ['a platform in capitals', { platforms: ['Windows'] }, 'platforms[0]', 'unknown_value'],
    ['a platform that is not a string', { platforms: [1] }, 'platforms[0]', 'unknown_value'],
    ['platforms that are not a list', { platforms: 'linux' }, 'platforms', 'invalid_type'],
    ['platforms that are null', { platforms: null }, 'platforms', 'invalid_type'],
    ['the key platform', { platform: 'linux' }, 'platform', 'unknown_member'],
    ['the key Platforms', { Platforms: ['linux'] }, 'Platforms', 'unknown_member'],
  ])('build_metadata with %s is rejected by member name', async (_, metadata, member, code) => {
    const answer = await create(metadata);
    expect(refusal(answer)).toBe('400 invalid_metadata');
    expect(answer.body.fields).toEqual([{ field: `build_metadata.${member}`, code }]);
  });

  it('a version update with an unknown platform is rejected by member name', async () => {
    const { id } = await draftVersion(alice, modId, { version: 'changed' });
    const path = `/mods/${modId}/versions/${id}`;
    const etag = (await alice.get(path)).headers.get('etag') ?? '';
    const body = { build_metadata: { platforms: ['beos'] } };
    const answer = await alice.patch(path, body, { 'If-Match': etag });
    expect(refusal(answer)).toBe('400 invalid_metadata');
    expect(answer.body.fields).toMatchObject([{ field: 'build_metadata.platforms[0]' }]);
  });

  it.each([
    [{ platforms: ['windows', 'linux', 'macos'] }],
    [{ platforms: ['any'] }],
    [{ platforms: [] }],
    [{ commit: 'abc', jdk: { vendor: 'any', platform: 'beos' } }],
    [null],
  ])('build_metadata %j is accepted', async (metadata) => {
    const answer = await create(metadata);
    expect(answer.status).toBe(201);
    expect(answer.body.data.build_metadata).toEqual(metadata ?? {});
  });

  it('a platform that the game declares is accepted', async () => {
    const { db } = world.platform;
    const where = { slug: 'builds' };
    const { platforms } = await db.game.findUniqueOrThrow({ where });
    await db.game.update({ where, data: { platforms: [...platforms, 'steam-deck'] } });
    expect((await create({ platforms: ['steam-deck'] })).status).toBe(201);
  });
});
