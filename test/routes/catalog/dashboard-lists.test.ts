import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { graphqlList, walkThrough } from '../../lists.js';
import {
  bareMod,
  draftMod,
  draftVersion,
  makeModerator,
  newGame,
  publishedVersion,
  readyVersion,
  sendFile,
} from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
let alice: Creator;
let bob: Creator;
let shown: { modId: string; versionId: string; uploadId: string; artifactId: string };
let draft: { modId: string; versionId: string; uploadId: string };

beforeAll(async () => {
  await newGame(world, 'lists');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
  const open = await draftMod(alice, 'lists');
  shown = { modId: open.id, ...(await publishedVersion(world, alice, open.id, { version: '1' })) };
  const hidden = await bareMod(alice, 'lists');
  const version = await draftVersion(alice, hidden.id, { version: '1' });
  const target = { modId: hidden.id, versionId: version.id };
  draft = { ...target, uploadId: await sendFile(alice, target, new Uint8Array([1, 2, 3])) };
});

/** Returns all ids of a list; throws if the list returns an error. */
const idsOf = (actor: Actor, field: string, filters = '') =>
  walkThrough(graphqlList(actor, field, filters), [2]);

async function refusalOf(actor: Actor, field: string, args: string): Promise<Json> {
  const { body } = await actor.graphql(`{ ${field}(${args}) { items { id } } }`);
  const { code, fields } = body.errors[0].extensions;
  return [code, fields];
}

const invalid = (field: string, code = 'invalid_format') => ['invalid_input', [{ field, code }]];

describe('listUploadSessions', () => {
  it('listUploadSessions lists the sessions that the caller can read, newest first', async () => {
    expect(await idsOf(alice, 'listUploadSessions')).toEqual([draft.uploadId, shown.uploadId]);
    expect(await idsOf(bob, 'listUploadSessions')).toEqual([]);
    const limited = await alice.withToken({ scopes: 'files:upload', modIds: [shown.modId] });
    expect(await idsOf(limited, 'listUploadSessions')).toEqual([shown.uploadId]);
  });

  it('listUploadSessions lists the uploads of other team members', async () => {
    const carol = await world.creator('carol');
    const { db } = world.platform;
    const { teamId } = await db.mod.findUniqueOrThrow({ where: { id: draft.modId } });
    await db.teamMember.create({ data: { teamId, userId: carol.userId, role: 'reviewer' } });
    expect(await idsOf(carol, 'listUploadSessions')).toEqual([draft.uploadId]);
  });

  it('listUploadSessions tells main files from optional ones', async () => {
    const { uploadSession } = world.platform.db;
    const setKind = (fileKind: 'main' | 'optional') =>
      uploadSession.update({ where: { id: draft.uploadId }, data: { fileKind } });
    await setKind('optional');
    const { body } = await alice.graphql('{ listUploadSessions { items { id fileKind } } }');
    await setKind('main');
    expect(body.data.listUploadSessions.items).toEqual([
      { id: draft.uploadId, fileKind: 'optional' },
      { id: shown.uploadId, fileKind: 'main' },
    ]);
  });

  it('listUploadSessions applies each of its filters', async () => {
    const { createdAt } = await world.platform.db.uploadSession.findUniqueOrThrow({
      where: { id: draft.uploadId },
    });
    const moment = createdAt.toISOString();
    const expected: [string, string[]][] = [
      ['status: published,', [shown.uploadId]],
      ['status: uploading,', [draft.uploadId]],
      ['strategy: multipart,', []],
      ['strategy: single,', [draft.uploadId, shown.uploadId]],
      [`fileId: "${shown.artifactId}",`, [shown.uploadId]],
      [`createdAfter: "${moment}",`, []],
      [`createdBefore: "${moment}",`, [shown.uploadId]],
    ];
    for (const [filters, ids] of expected) {
      expect([filters, await idsOf(alice, 'listUploadSessions', filters)]).toEqual([filters, ids]);
    }
  });

  it('listUploadSessions requires a credential with its scope', async () => {
    expect(await refusalOf(world.anon, 'listUploadSessions', 'limit: 1')).toEqual([
      'unauthorized',
      undefined,
    ]);
    const reader = await alice.withToken({ scopes: 'mods:read' });
    expect((await refusalOf(reader, 'listUploadSessions', 'limit: 1'))[0]).toBe(
      'insufficient_scope',
    );
  });
});

describe('listArtifacts', () => {
  it('listArtifacts lists published files to all callers and other files to the team and to staff', async () => {
    const { artifactId } = await readyVersion(world, alice, shown.modId, { version: '2' });
    expect(await idsOf(world.anon, 'listArtifacts')).toEqual([shown.artifactId]);
    expect(await idsOf(bob, 'listArtifacts')).toEqual([shown.artifactId]);
    const own = await idsOf(alice, 'listArtifacts');
    expect([own.length, own[0], own.at(-1)]).toEqual([3, artifactId, shown.artifactId]);
    const limited = await alice.withToken({ scopes: 'mods:read', modIds: [draft.modId] });
    expect(await idsOf(limited, 'listArtifacts')).toHaveLength(2);
    await makeModerator(world, bob.userId);
    expect(await idsOf(bob, 'listArtifacts')).toEqual([shown.artifactId]);
    const staff = await bob.withToken({ scopes: 'mods:read admin:*' });
    expect(await idsOf(staff, 'listArtifacts')).toEqual(own);
  });

  it('listArtifacts expands only files with published and verified bytes', async () => {
    const query = '{ listArtifacts { items { id status sha256 artifact { sha256 } } } }';
    const { body } = await alice.graphql(query);
    const items: Json[] = body.data.listArtifacts.items;
    const published = items.find((item) => item.id === shown.artifactId);
    expect(published.artifact).toEqual({ sha256: published.sha256 });
    for (const item of items.filter(({ status }) => status !== 'published')) {
      expect(item.artifact).toBeNull();
    }
  });

  it('listArtifacts applies each of its filters', async () => {
    const { sha256 } = await world.platform.db.artifact.findUniqueOrThrow({
      where: { id: shown.artifactId },
    });
    const only = [
      `modId: "${shown.modId}",`,
      `versionId: "${shown.versionId}",`,
      `artifactId: "${shown.artifactId}",`,
      'fileKind: main,',
      'status: published,',
      `sha256: "${sha256?.toUpperCase()}",`,
    ];
    for (const filters of only) {
      expect(await idsOf(world.anon, 'listArtifacts', filters)).toEqual([shown.artifactId]);
    }
    const none = [`modId: "${draft.modId}",`, 'fileKind: optional,', 'status: ready,'];
    for (const filters of [...none, `sha256: "${'0'.repeat(64)}",`]) {
      expect(await idsOf(world.anon, 'listArtifacts', filters)).toEqual([]);
    }
  });
});

describe('listDownloadGrants', () => {
  it("listDownloadGrants lists the caller's own grants without session, job or blob ids", async () => {
    const reader = await world.creator('reader');
    for (const actor of [reader, world.anon]) {
      const { status } = await actor.post(`/downloads/${shown.artifactId}/resolve`, {});
      expect(status).toBe(200);
    }
    const [grantId] = await idsOf(reader, 'listDownloadGrants');
    const row = await world.platform.db.downloadGrant.findUniqueOrThrow({
      where: { id: grantId ?? '' },
    });
    expect(row.actor).toBe(`user:${reader.userId}`);
    const { text } = await reader.graphql(
      `{ listDownloadGrants { items { id artifactId status sizeBytes bytesReceived expiresAt
        createdAt updatedAt } } }`,
    );
    for (const secret of [row.sessionId, row.jobId, row.blobId]) expect(text).not.toContain(secret);
    expect(await idsOf(alice, 'listDownloadGrants')).toEqual([]);
    const elsewhere = await reader.withToken({ scopes: 'files:download', modIds: [draft.modId] });
    expect(await idsOf(elsewhere, 'listDownloadGrants')).toEqual([]);
  });

  it('listDownloadGrants applies each of its filters and shows grants as expired before the sweep', async () => {
    const reader = await world.creator('reader-2');
    await reader.post(`/downloads/${shown.artifactId}/resolve`, {});
    const [grantId = ''] = await idsOf(reader, 'listDownloadGrants');
    const { expiresAt } = await world.platform.db.downloadGrant.findUniqueOrThrow({
      where: { id: grantId },
    });
    const end = expiresAt.toISOString();
    const before = new Date(expiresAt.getTime() - 1).toISOString();
    const [some, none] = [[grantId], []];
    const expected: [string, string[]][] = [
      [`artifactId: "${shown.artifactId}",`, some],
      [`artifactId: "${shown.modId}",`, none],
      ['status: active,', some],
      ['status: expired,', none],
      [`expiresAfter: "${before}",`, some],
      [`expiresAfter: "${end}",`, none],
      [`expiresBefore: "${end}",`, none],
    ];
    for (const [filters, ids] of expected) {
      expect([filters, await idsOf(reader, 'listDownloadGrants', filters)]).toEqual([filters, ids]);
    }
    world.clock.advance(301);
    expect(await idsOf(reader, 'listDownloadGrants', 'status: expired,')).toEqual(some);
    expect(await idsOf(reader, 'listDownloadGrants', 'status: active,')).toEqual(none);
  });

  it('listDownloadGrants requires a credential with its scope', async () => {
    expect((await refusalOf(world.anon, 'listDownloadGrants', 'limit: 1'))[0]).toBe('unauthorized');
    const reader = await alice.withToken({ scopes: 'mods:read' });
    expect((await refusalOf(reader, 'listDownloadGrants', 'limit: 1'))[0]).toBe(
      'insufficient_scope',
    );
  });
});

describe('list filters', () => {
  it('a malformed list filter is rejected by name', async () => {
    expect(await refusalOf(alice, 'listUploadSessions', 'fileId: "x"')).toEqual(invalid('fileId'));
    expect(await refusalOf(alice, 'listArtifacts', 'modId: "x"')).toEqual(invalid('modId'));
    expect(await refusalOf(alice, 'listArtifacts', 'sha256: "abc"')).toEqual(invalid('sha256'));
    expect(await refusalOf(alice, 'listDownloadGrants', 'artifactId: "x"')).toEqual(
      invalid('artifactId'),
    );
    expect(await refusalOf(alice, 'listArtifacts', 'limit: 101')).toEqual(
      invalid('limit', 'too_large'),
    );
    const query = `query ($after: DateTimeISO) {
      listUploadSessions(createdAfter: $after) { items { id } } }`;
    const { body } = await alice.graphql(query, { after: 'yesterday' });
    const { code, fields } = body.errors[0].extensions;
    expect([code, fields]).toEqual(invalid('after', 'invalid_type'));
  });

  it('a dashboard list runs the same number of statements for any page size', async () => {
    const readsOf = async (field: string, limit: number) => {
      const seen = await world.statements(() =>
        alice.graphql(`{ ${field}(limit: ${limit}) { items { id } } }`),
      );
      return seen.filter((sql) => !/\bjobs\b/.test(sql)).length;
    };
    for (const field of ['listUploadSessions', 'listArtifacts', 'listDownloadGrants']) {
      expect([field, await readsOf(field, 100)]).toEqual([field, await readsOf(field, 1)]);
    }
  });
});
