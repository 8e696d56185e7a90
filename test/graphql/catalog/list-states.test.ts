import { beforeAll, describe, expect, it } from 'vitest';
import { anonymous, type Creator, type Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  draftVersion,
  drawnMod,
  newGame,
  publishedVersion,
  sendFile,
} from '../../publishing.js';
import { mutate } from '../../routes/catalog/lifecycle-mods.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let modId: string;
let released: { versionId: string; uploadId: string };
let draftId: string;
let openId: string;

beforeAll(async () => {
  await newGame(world, 'states');
  alice = await world.creator('alice');
  modId = (await drawnMod(alice, 'states')).id;
  released = await publishedVersion(world, alice, modId, { version: '1' });
  draftId = (await draftVersion(alice, modId, { version: '2' })).id;
  const bytes = new Uint8Array(archiveOf('open'));
  openId = await sendFile(alice, { modId, versionId: draftId }, bytes);
});

const UPLOADS = `query ($modId: ID, $versionId: ID, $openVersions: Boolean,
  $statuses: [UploadState!], $cursor: String, $limit: Int) {
  listUploadSessions(modId: $modId, versionId: $versionId, openVersions: $openVersions,
    statuses: $statuses, cursor: $cursor, limit: $limit) {
    items { id } pagination { nextCursor } } }`;
const VERSIONS = `query ($modId: ID!, $statuses: [VersionState!]) {
  listModVersions(modId: $modId, statuses: $statuses) { items { id } } }`;

const idsIn = (list: Json): string[] => list.items.map(({ id }: Json) => id);

async function uploads(filter: object): Promise<string[]> {
  return idsIn((await alice.graphql(UPLOADS, filter)).body.data.listUploadSessions);
}

describe('listUploadSessions', () => {
  it('uploads are listed by mod, by version and by any of several states', async () => {
    const { versionId, uploadId } = released;
    expect(await uploads({ modId })).toEqual([openId, uploadId]);
    expect(await uploads({ modId: versionId })).toEqual([]);
    expect(await uploads({ versionId })).toEqual([uploadId]);
    expect(await uploads({ versionId: draftId, statuses: ['ready', 'published'] })).toEqual([]);
    const statuses = ['draft', 'uploading', 'uploaded', 'ready', 'published'];
    expect(await uploads({ modId, statuses })).toEqual([openId, uploadId]);
    expect(await uploads({ modId, statuses: [] })).toEqual([]);
  });

  it('uploads to published and deleted versions are left out of those to open versions', async () => {
    const mod = (await drawnMod(alice, 'states')).id;
    const [kept, deleted] = [
      (await draftVersion(alice, mod, { version: '1' })).id,
      (await draftVersion(alice, mod, { version: '2' })).id,
    ];
    const bytes = new Uint8Array(archiveOf('kept'));
    const keptId = await sendFile(alice, { modId: mod, versionId: kept }, bytes);
    const deletedId = await sendFile(alice, { modId: mod, versionId: deleted }, bytes);
    expect(await mutate(alice, 'deleteModVersion', deleted)).toBe('deleted');
    const published = await publishedVersion(world, alice, mod, { version: '3' });
    expect(await uploads({ modId: mod })).toEqual([published.uploadId, deletedId, keptId]);
    expect(await uploads({ modId: mod, openVersions: false })).toHaveLength(3);
    expect(await uploads({ modId: mod, openVersions: true })).toEqual([keptId]);
  });

  it('a cursor continues only in the list of the same states and versions', async () => {
    const statuses = ['uploading', 'published', 'draft', 'uploaded', 'ready'];
    const asked = { modId, statuses, limit: 1 };
    const first = (await alice.graphql(UPLOADS, asked)).body.data.listUploadSessions;
    const { nextCursor: cursor } = first.pagination;
    expect(await uploads({ ...asked, statuses: statuses.toReversed(), cursor })).toEqual([
      released.uploadId,
    ]);
    for (const other of [{ statuses: ['published'] }, { openVersions: true }]) {
      const { body } = await alice.graphql(UPLOADS, { ...asked, ...other, cursor });
      expect(body.errors[0].extensions.code).toBe('invalid_input');
    }
  });
});

describe('listModVersions', () => {
  it('versions are listed by any of several states, and a reader still sees published ones only', async () => {
    const { versionId } = released;
    const seen = async (actor: Pick<Creator, 'graphql'>, statuses: string[]) =>
      idsIn((await actor.graphql(VERSIONS, { modId, statuses })).body.data.listModVersions);
    expect(await seen(alice, ['draft', 'published'])).toEqual([draftId, versionId]);
    expect(await seen(alice, ['draft'])).toEqual([draftId]);
    const reader = anonymous(world.baseUrl);
    expect(await seen(reader, ['draft', 'published'])).toEqual([versionId]);
    expect(await seen(reader, ['draft'])).toEqual([]);
  });
});
