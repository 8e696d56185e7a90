import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { addedPicture, etagOf, smallPng } from '../../pictures.js';
import {
  bareMod,
  newGame,
  newModerator,
  publishedVersion,
  quarantinedVersion,
} from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let eve: Creator;
let modId: string;
let versionId: string;

const HISTORY = `query ($modId: ID!, $cursor: String, $limit: Int) {
  listModHistory(modId: $modId, cursor: $cursor, limit: $limit) {
    items { id action actorName version versionId fileName memberName role fields }
    pagination { nextCursor }
  }
}`;

const read = async (actor: Creator, more: object = {}): Promise<Json> =>
  (await actor.graphql(HISTORY, { modId, ...more })).body;

const linesOf = (body: Json): Json[] => body.data.listModHistory.items;

const TAKE_DOWN = `mutation ($id: ID!) {
  takeDownModVersion(id: $id, reason: "It copies another mod.") { id }
}`;

const REMOVE_MEMBER =
  'mutation ($modId: ID!, $userId: ID!) { removeModTeamMember(modId: $modId, userId: $userId) }';

const APPROVE = 'mutation ($id: ID!) { approveUpload(id: $id) { id } }';

const ADD_MEMBER = `mutation ($modId: ID!, $userId: ID!) {
  setModTeamMember(modId: $modId, userId: $userId, role: reviewer) { role }
}`;

beforeAll(async () => {
  await newGame(world, 'history');
  alice = await world.creator('alice');
  eve = await world.creator('eve');
  modId = (await bareMod(alice, 'history')).id;
  await addedPicture(alice, modId, { kind: 'cover' }, await smallPng());
  ({ versionId } = await publishedVersion(world, alice, modId, { version: '1.0.0' }));
});

describe('listModHistory', () => {
  it('the team reads what happened to the mod, its versions, files and pictures, newest first', async () => {
    const headers = { 'If-Match': await etagOf(alice, modId) };
    expect((await alice.patch(`/mods/${modId}`, { license: 'MIT' }, headers)).status).toBe(200);
    const lines = linesOf(await read(alice));
    expect(lines.map(({ action }) => action)).toEqual([
      'mod.updated',
      'version.published',
      'file.ready',
      'version.created',
      'media.created',
      'mod.created',
    ]);
    expect(lines[0]).toMatchObject({ actorName: 'alice', fields: ['license'], versionId: null });
    expect(lines[1]).toMatchObject({ actorName: 'alice', version: '1.0.0', versionId, fields: [] });
    expect(lines[2]).toMatchObject({ actorName: null, version: '1.0.0', fileName: 'mod.zip' });
  });

  it('a history of several pages has each line once, also while lines are added', async () => {
    const all = linesOf(await read(alice)).map(({ id }) => id);
    const first = (await read(alice, { limit: 2 })).data.listModHistory;
    const headers = { 'If-Match': await etagOf(alice, modId) };
    await alice.patch(`/mods/${modId}`, { license: 'CC0-1.0' }, headers);
    const { nextCursor: cursor } = first.pagination;
    const rest = linesOf(await read(alice, { cursor, limit: 100 }));
    expect([...first.items, ...rest].map(({ id }: Json) => id)).toEqual(all);
  });

  it('the history names members, but neither staff nor people who were refused', async () => {
    const moderator = await newModerator(world, 'mia');
    expect((await moderator.graphql(TAKE_DOWN, { id: versionId })).body.errors).toBeUndefined();
    const member = { modId, userId: eve.userId };
    expect((await alice.graphql(ADD_MEMBER, member)).body.errors).toBeUndefined();
    const other = await world.creator('oskar');
    const refused = await other.graphql(ADD_MEMBER, { modId, userId: other.userId });
    expect(refused.body.errors[0].extensions.code).toBe('not_found');
    const lines = linesOf(await read(eve));
    expect(lines[0]).toMatchObject({
      action: 'team.member_added',
      actorName: 'alice',
      memberName: 'eve',
      role: 'reviewer',
    });
    expect(lines[1]).toMatchObject({ action: 'version.taken_down', actorName: null });
    expect(JSON.stringify(lines)).not.toMatch(/mia|oskar/);
    expect((await read(other)).errors[0].extensions.code).toBe('not_found');
  });

  it('the history does not name a moderator whom the team adds after a decision', async () => {
    const moderator = await newModerator(world, 'mona');
    const upload = await quarantinedVersion(world, alice, modId, '2.0.0');
    for (const [mutation, id] of [
      [APPROVE, upload.uploadId],
      [TAKE_DOWN, versionId],
    ] as const) {
      expect((await moderator.graphql(mutation, { id })).body.errors).toBeUndefined();
    }
    const member = { modId, userId: moderator.userId };
    expect((await alice.graphql(ADD_MEMBER, member)).body.errors).toBeUndefined();
    const [added, ...before] = linesOf(await read(alice));
    expect(added).toMatchObject({ action: 'team.member_added', memberName: 'mona' });
    expect(before.map(({ action }) => action).slice(0, 3)).toEqual([
      'version.taken_down',
      'upload.approved',
      'file.ready',
    ]);
    expect(JSON.stringify(before)).not.toContain('mona');
  });

  it('the history does not name an admin whom the team adds after they removed its publishers', async () => {
    const { db } = world.platform;
    const admin = await world.creator('adam');
    const line = { action: 'trusted_publisher.removed', targetKind: 'mod', targetId: modId };
    await db.auditEntry.create({ data: { ...line, actorId: admin.userId, at: new Date() } });
    const member = { modId, userId: admin.userId };
    const removed = async () =>
      linesOf(await read(alice)).find(({ action }) => action === 'trusted_publisher.removed');
    expect((await alice.graphql(ADD_MEMBER, member)).body.errors).toBeUndefined();
    expect((await removed())?.actorName).toBeNull();
    expect((await alice.graphql(REMOVE_MEMBER, member)).body.errors).toBeUndefined();
    expect((await removed())?.actorName).toBeNull();
  });

  it('the history names former members and members who left by themselves', async () => {
    const fred = await world.creator('fred');
    const member = { modId, userId: fred.userId };
    const add = ADD_MEMBER.replace('reviewer', 'maintainer');
    expect((await alice.graphql(add, member)).body.errors).toBeUndefined();
    const headers = { 'If-Match': await etagOf(fred, modId) };
    expect((await fred.patch(`/mods/${modId}`, { license: 'ISC' }, headers)).status).toBe(200);
    expect((await fred.graphql(REMOVE_MEMBER, member)).body.errors).toBeUndefined();
    const [left, edited] = linesOf(await read(alice));
    expect(left).toMatchObject({ actorName: 'fred', memberName: 'fred' });
    expect(edited).toMatchObject({ action: 'mod.updated', actorName: 'fred' });
  });
});
