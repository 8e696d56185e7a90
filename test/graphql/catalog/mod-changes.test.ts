import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { etagOf } from '../../pictures.js';
import { bareMod, draftVersion, newGame } from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let bob: Creator;
let modId: string;

const CHANGES = `query ($modId: ID!, $versionId: ID, $since: String) {
  listModChanges(modId: $modId, versionId: $versionId, since: $since) { displayName isOwn fields at }
}`;

beforeAll(async () => {
  await newGame(world, 'changes');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
  modId = (await bareMod(alice, 'changes')).id;
  const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
  await world.platform.db.teamMember.create({
    data: { teamId, userId: bob.userId, role: 'maintainer' },
  });
});

const changesSeen = async (actor: Creator, versionId?: string, since?: string): Promise<Json> =>
  (await actor.graphql(CHANGES, { modId, versionId, since })).body;

describe('listModChanges', () => {
  it('the team sees who changed which fields of a mod and of a version, the latest first, and which of them the caller made', async () => {
    const update = async (actor: Creator, changes: object) => {
      const headers = { 'If-Match': await etagOf(alice, modId) };
      expect((await actor.patch(`/mods/${modId}`, changes, headers)).status).toBe(200);
    };
    await update(alice, { license: 'MIT' });
    await update(bob, { title: { en: 'New' }, license: 'CC0-1.0' });
    const { data } = await changesSeen(alice);
    expect(
      data.listModChanges.map((it: Json) => [it.displayName, it.isOwn, it.fields.toSorted()]),
    ).toEqual([
      ['bob', false, ['license', 'title']],
      ['alice', true, ['license']],
    ]);
    const version = await draftVersion(alice, modId, { version: '1' });
    expect((await changesSeen(bob, version.id)).data.listModChanges).toEqual([]);
    const other = await bareMod(alice, 'changes');
    const foreign = await draftVersion(alice, other.id, { version: '1' });
    expect((await changesSeen(bob, foreign.id)).data.listModChanges).toEqual([]);
    expect((await changesSeen(bob, 'x')).data.listModChanges).toEqual([]);
  });

  it('the changes since an ETag are those of later revisions only', async () => {
    const mod = await bareMod(alice, 'changes');
    const path = `/mods/${mod.id}`;
    const version = await draftVersion(alice, mod.id, { version: '1' });
    const since = async (versionId: string | null, etag: string) => {
      const asked = { modId: mod.id, versionId, since: etag };
      const { data } = (await alice.graphql(CHANGES, asked)).body;
      return data.listModChanges.map(({ fields }: Json) => fields);
    };
    const update = async (at: string, etag: string, changes: object) => {
      const updated = await alice.patch(at, changes, { 'If-Match': etag });
      expect(updated.status).toBe(200);
      return String(updated.headers.get('ETag'));
    };
    const first = await etagOf(alice, mod.id);
    const second = await update(path, first, { license: 'MIT' });
    const third = await update(path, second, { license: 'CC0-1.0' });
    expect(await since(null, first)).toEqual([['license'], ['license']]);
    expect(await since(null, second)).toEqual([['license']]);
    expect(await since(null, third)).toEqual([]);
    const versionPath = `${path}/versions/${version.id}`;
    const drafted = String((await alice.get(versionPath)).headers.get('ETag'));
    const renamed = await update(versionPath, drafted, { version: '2' });
    expect(await since(version.id, drafted)).toEqual([['version']]);
    expect(await since(version.id, renamed)).toEqual([]);
    expect(await since(version.id, third)).toEqual([]);
  });

  it('people outside of the team see no changes, and a deleted account has no name', async () => {
    const eve = await world.creator('eve');
    expect((await changesSeen(eve)).errors[0].extensions.code).toBe('not_found');
    await world.platform.db.user.update({
      where: { id: bob.userId },
      data: { state: 'deleted' },
    });
    const { data } = await changesSeen(alice);
    expect(data.listModChanges[0].displayName).toBeNull();
  });
});
