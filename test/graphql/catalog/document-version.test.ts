import { expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { addedPicture, etagOf, smallPng } from '../../pictures.js';
import { bareMod, newGame, publishedVersion } from '../../publishing.js';

const world = useWorld();

const READ = `query ($id: ID!) {
  getMod(id: $id) { documentVersion license downloadsCount state latestVersion }
}`;

const read = async (alice: Creator, id: string): Promise<Json> =>
  (await alice.graphql(READ, { id })).body.data.getMod;

it('the document version of a mod changes with its own fields and its release, and not with its downloads', async () => {
  await newGame(world, 'documents');
  const alice = await world.creator('alice');
  const { id } = await bareMod(alice, 'documents');
  await addedPicture(alice, id, { kind: 'cover' }, await smallPng());
  const draft = await read(alice, id);
  await publishedVersion(world, alice, id, { version: '1.0.0' });
  const published = await read(alice, id);
  expect(published.latestVersion).toBe('1.0.0');
  expect(published.documentVersion).not.toBe(draft.documentVersion);

  await world.platform.db.mod.update({ where: { id }, data: { downloadsCount: 7 } });
  const downloaded = await read(alice, id);
  expect(downloaded).toEqual({ ...published, downloadsCount: 7 });

  await alice.patch(`/mods/${id}`, { license: 'MIT' }, { 'If-Match': await etagOf(alice, id) });
  const edited = await read(alice, id);
  expect(edited.license).toBe('MIT');
  expect(edited.documentVersion).not.toBe(downloaded.documentVersion);
});
