import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCategory, createGame } from '../../../src/modules/catalog/index.js';
import { grantEntitlement, revokeEntitlement } from '../../../src/modules/delivery/index.js';
import { rotateSigningKey, setBlocked } from '../../../src/modules/identity/index.js';
import type { TeamRole } from '../../../src/registry/access.js';
import { createSystemContext } from '../../../src/request/context.js';
import { type Actor, type Creator, type Json, withSecret } from '../../actors.js';
import { useTwoWorlds, type World } from '../../harness.js';
import { etagOf, sendPicture, smallPng } from '../../pictures.js';
import {
  archiveOf,
  bareMod,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  readyVersion,
  sendFile,
} from '../../publishing.js';
import { newDelivery } from '../../webhooks.js';
import { broken } from './invariants.js';
import { type AnyRace, ofDomain, ofGraphql, race } from './race.js';

const [here, there] = useTwoWorlds();
const GAME = 'races';
/** Even, so that each request starts first equally often. */
const ROUNDS = 4;

/** The same user at both processes. */
interface Both {
  readonly userId: string;
  readonly here: Actor;
  readonly there: Actor;
}

let alice: Both;
let bob: Both;
let creator: Creator;
let count = 0;

const bothOf = ({ userId, token }: Creator): Both => ({
  userId,
  here: withSecret(here.baseUrl, token ?? ''),
  there: withSecret(there.baseUrl, token ?? ''),
});
const next = () => {
  count += 1;
  return `${count}.0.0`;
};
const systemOf = ({ platform }: World) => createSystemContext(platform, 'test');
const db = () => here.platform.db;

beforeAll(async () => {
  await newGame(here, GAME);
  creator = await here.creator('alice');
  alice = bothOf(creator);
  bob = bothOf(await here.creator('bob'));
});

afterEach(async () => expect(await broken(db())).toEqual({}));

const publish = (actor: Actor, { modId, versionId }: Version) =>
  actor.post(`/mods/${modId}/versions/${versionId}/publish`, {});
const rollback = (actor: Actor, { modId, versionId }: Version) =>
  actor.post(`/mods/${modId}/versions/${versionId}/rollback`, {});
const move = async (actor: Actor, verb: string, id: string) =>
  ofGraphql(
    await actor.graphql(
      `mutation { ${verb}(id: "${id}")${/^delete/.test(verb) ? '' : ' { id }'} }`,
    ),
  );

interface Version {
  readonly modId: string;
  readonly versionId: string;
  readonly uploadId: string;
  readonly artifactId: string;
}

const newMod = async (): Promise<string> => (await draftMod(creator, GAME)).id;
const ready = async (modId?: string): Promise<Version> => {
  const id = modId ?? (await newMod());
  return { modId: id, ...(await readyVersion(here, creator, id, { version: next() })) };
};
const published = async (modId?: string): Promise<Version> => {
  const id = modId ?? (await newMod());
  return { modId: id, ...(await publishedVersion(here, creator, id, { version: next() })) };
};
const stateOf = async ({ versionId }: Version) =>
  (await db().modVersion.findUniqueOrThrow({ where: { id: versionId } })).state;
const modStateOf = async ({ modId }: Version) =>
  (await db().mod.findUniqueOrThrow({ where: { id: modId } })).state;

/** An upload whose bytes are sent and not completed. */
const sent = async () => {
  const modId = await newMod();
  const versionId: string = (await draftVersion(creator, modId, { version: next() })).id;
  const bytes = new Uint8Array(archiveOf(versionId));
  return { modId, versionId, uploadId: await sendFile(creator, { modId, versionId }, bytes) };
};
const complete = (actor: Actor, { uploadId }: { uploadId: string }) =>
  actor.post(`/uploads/${uploadId}/complete`, {});
const abort = (actor: Actor, { uploadId }: { uploadId: string }) =>
  actor.post(`/uploads/${uploadId}/abort`, {});

const completed = async () => {
  const upload = await sent();
  await complete(alice.here, upload);
  return upload;
};
const settledAt = async (world: World) => {
  await world.settled();
  return 200;
};

const VERSIONS: readonly AnyRace[] = [
  race({
    name: 'two publications of one version publish it once',
    arrange: () => ready(),
    one: (version) => publish(alice.here, version),
    other: (version) => publish(alice.there, version),
    winners: [1],
  }),
  race({
    name: 'a version that is deleted and published at once is never both',
    arrange: () => ready(),
    one: (version) => publish(alice.here, version),
    other: ({ versionId }) => move(alice.there, 'deleteModVersion', versionId),
    winners: [1, 2],
    holds: async (version) => expect(await stateOf(version)).toBe('deleted'),
  }),
  race({
    name: 'a mod that is deleted while a version is published stays deleted',
    arrange: () => ready(),
    one: (version) => publish(alice.here, version),
    other: ({ modId }) => move(alice.there, 'deleteMod', modId),
    winners: [1, 2],
    holds: async (version) => expect(await modStateOf(version)).toBe('deleted'),
  }),
  race({
    name: 'a version that is published while its upload is aborted keeps its file',
    arrange: () => ready(),
    one: (version) => publish(alice.here, version),
    other: (version) => abort(alice.there, version),
    winners: [1],
    holds: async (version) => expect(await stateOf(version)).toBe('published'),
  }),
  race({
    name: 'a version is rolled back or archived, and not both',
    arrange: () => published(),
    one: (version) => rollback(alice.here, version),
    other: ({ versionId }) => move(alice.there, 'archiveModVersion', versionId),
    winners: [1],
  }),
  race({
    name: 'two rollbacks of one version are one',
    arrange: () => published(),
    one: (version) => rollback(alice.here, version),
    other: (version) => rollback(alice.there, version),
    winners: [1],
  }),
  race({
    name: 'a rollback beside the publication of the next version leaves that one in the catalog',
    arrange: async () => {
      const first = await published();
      return { first, second: await ready(first.modId) };
    },
    one: ({ second }) => publish(alice.here, second),
    other: ({ first }) => rollback(alice.there, first),
    winners: [2],
    holds: async ({ second }) => expect(await modStateOf(second)).toBe('published'),
  }),
  race({
    name: 'the last two versions that leave at once take their mod out of the catalog',
    arrange: async () => {
      const first = await published();
      return { first, second: await published(first.modId) };
    },
    one: ({ first }) => move(alice.here, 'archiveModVersion', first.versionId),
    other: ({ second }) => rollback(alice.there, second),
    winners: [2],
    holds: async ({ first }) => expect(await modStateOf(first)).toBe('archived'),
  }),
  race({
    name: 'a version that is restored and deleted at once ends deleted',
    arrange: async () => {
      const version = await published();
      await rollback(alice.here, version);
      return version;
    },
    one: ({ versionId }) => move(alice.here, 'restoreModVersion', versionId),
    other: ({ versionId }) => move(alice.there, 'deleteModVersion', versionId),
    winners: [1, 2],
    holds: async (version) => expect(await stateOf(version)).toBe('deleted'),
  }),
  race({
    name: 'two versions of one mod never have the same version string',
    arrange: async () => ({ modId: await newMod(), version: next() }),
    one: ({ modId, version }) => alice.here.post(`/mods/${modId}/versions`, { version }),
    other: ({ modId, version }) => alice.there.post(`/mods/${modId}/versions`, { version }),
    winners: [1],
  }),
  race({
    name: 'bytes that become unsafe while their version is published are offered to no one',
    arrange: () => ready(),
    one: (version) => publish(alice.here, version),
    other: async ({ artifactId }) => {
      const { blobId } = await db().artifact.findUniqueOrThrow({ where: { id: artifactId } });
      await there.platform.db.blob.update({
        where: { id: blobId ?? '' },
        data: { state: 'unsafe' },
      });
      return 200;
    },
    winners: [1, 2],
    holds: async ({ artifactId }) => {
      for (const { anon } of [here, there]) {
        const asked = await anon.post(`/downloads/${artifactId}/resolve`, {});
        expect(asked.status).toBe(404);
      }
    },
  }),
];

const UPLOADS: readonly AnyRace[] = [
  race({
    name: 'two completions of one upload queue one scan',
    arrange: sent,
    one: (upload) => complete(alice.here, upload),
    other: (upload) => complete(alice.there, upload),
    winners: [2],
    async holds({ uploadId }) {
      const jobs = await db().$queryRaw<object[]>`
        select id from jobs where kind = 'scan-upload' and payload ->> 'uploadId' = ${uploadId}`;
      expect(jobs).toHaveLength(1);
      await here.settled();
    },
  }),
  race({
    name: 'an upload that is completed and aborted at once is never scanned after its end',
    arrange: sent,
    one: (upload) => complete(alice.here, upload),
    other: (upload) => abort(alice.there, upload),
    winners: [1, 2],
    async holds({ uploadId }) {
      await here.settled();
      const { state } = await db().uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
      expect(['cancelled', 'ready']).toContain(state);
    },
  }),
  race({
    name: 'an upload that is aborted while it is scanned is either cancelled or ready',
    arrange: completed,
    one: () => settledAt(here),
    other: (upload) => abort(alice.there, upload),
    winners: [1, 2],
    async holds({ uploadId, versionId }) {
      await there.settled();
      const { state } = await db().uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
      const version = await db().modVersion.findUniqueOrThrow({ where: { id: versionId } });
      expect([state, version.state]).toEqual(
        state === 'ready' ? ['ready', 'ready'] : ['cancelled', 'draft'],
      );
    },
  }),
  race({
    name: 'two processes that run jobs settle one upload once',
    arrange: completed,
    one: () => settledAt(here),
    other: () => settledAt(there),
    winners: [2],
    async holds({ uploadId }) {
      const told = await db().outboxEvent.count({
        where: { kind: 'file.ready', data: { path: ['upload_id'], equals: uploadId } },
      });
      expect(told).toBe(1);
    },
  }),
  race({
    name: 'two main files that are completed at once leave their version one of them',
    arrange: async () => {
      const { uploadId, ...target } = await sent();
      const bytes = new Uint8Array(archiveOf(randomUUID()));
      return { first: uploadId, second: await sendFile(creator, target, bytes), ...target };
    },
    one: ({ first }) => complete(alice.here, { uploadId: first }),
    other: ({ second }) => complete(alice.there, { uploadId: second }),
    winners: [1],
    holds: () => here.settled(),
  }),
];

interface Team {
  readonly modId: string;
}

const setRole = (actor: Actor, { modId }: Team, { userId }: Both, role: TeamRole) =>
  actor.request('PUT', `/mods/${modId}/team-members/${userId}`, { body: { role } });
const remove = (actor: Actor, { modId }: Team, { userId }: Both) =>
  actor.request('DELETE', `/mods/${modId}/team-members/${userId}`);
/** A mod that alice owns, with bob in its team. */
const modWithBob = async (role: TeamRole): Promise<Team> => {
  const team: Team = { modId: (await bareMod(creator, GAME)).id };
  expect((await setRole(alice.here, team, bob, role)).status).toBe(200);
  return team;
};
const newKey = async (scope: string): Promise<Json> =>
  (await alice.here.post('/api-keys', { name: 'race', scopes: [scope] })).body.data;

const PEOPLE: readonly AnyRace[] = [
  race({
    name: 'two owners who remove each other leave one owner',
    arrange: () => modWithBob('owner'),
    one: (team) => remove(alice.here, team, bob),
    other: (team) => remove(bob.there, team, alice),
    winners: [1],
  }),
  race({
    name: 'two owners who step down at once leave one owner',
    arrange: () => modWithBob('owner'),
    one: (team) => setRole(alice.here, team, alice, 'reviewer'),
    other: (team) => setRole(bob.there, team, bob, 'reviewer'),
    winners: [1],
  }),
  race({
    name: 'a member who is removed and promoted at once is one of the two',
    arrange: () => modWithBob('reviewer'),
    one: (team) => setRole(alice.here, team, bob, 'maintainer'),
    other: (team) => remove(alice.there, team, bob),
    winners: [1, 2],
  }),
  race({
    name: 'a key that is rotated twice at once has one successor',
    arrange: () => newKey('versions:publish'),
    one: ({ id }) => alice.here.post(`/api-keys/${id}/rotate`),
    other: ({ id }) => alice.there.post(`/api-keys/${id}/rotate`),
    winners: [1],
  }),
  race({
    name: 'a key that is rotated and revoked at once is revoked',
    arrange: () => newKey('mods:read'),
    one: ({ id }) => alice.here.post(`/api-keys/${id}/rotate`),
    other: ({ id }) => alice.there.request('DELETE', `/api-keys/${id}`),
    winners: [1, 2],
    async holds({ secret }) {
      for (const { baseUrl } of [here, there]) {
        expect((await withSecret(baseUrl, secret).get('/me')).status).toBe(401);
      }
    },
  }),
  race({
    name: 'a right that is granted twice at once is held once',
    arrange: async () => ({ userId: bob.userId, resourceId: await newMod() }),
    one: (right) => ofDomain(grantEntitlement(systemOf(here), { ...right, ...OF_MOD })),
    other: (right) => ofDomain(grantEntitlement(systemOf(there), { ...right, ...OF_MOD })),
    winners: [2],
  }),
  race({
    name: 'a right that is revoked twice at once is revoked once',
    arrange: async () => {
      const right = { userId: bob.userId, resourceId: await newMod(), kind: 'mod' as const };
      await grantEntitlement(systemOf(here), { ...right, ...OF_MOD });
      return right;
    },
    one: (right) => ofDomain(revokeEntitlement(systemOf(here), right)),
    other: (right) => ofDomain(revokeEntitlement(systemOf(there), right)),
    winners: [1],
  }),
  race({
    name: 'a delivery that is sent again with one key at both processes is sent again once',
    arrange: async () => ({ id: await newDelivery(here, alice), key: keyed({}) }),
    one: ({ id, key }) => alice.here.post(`/webhook-deliveries/${id}/redeliver`, undefined, key),
    other: ({ id, key }) => alice.there.post(`/webhook-deliveries/${id}/redeliver`, undefined, key),
    winners: [1, 2],
    async holds({ id }) {
      const made = await db().webhookDelivery.count({ where: { redeliveryOfId: id } });
      expect(made).toBe(1);
    },
  }),
  race({
    name: 'two rotations of the signing key leave one key that signs',
    arrange: async () => null,
    one: () => ofDomain(rotateSigningKey(systemOf(here), 'at-once')),
    other: () => ofDomain(rotateSigningKey(systemOf(there), 'at-once')),
    winners: [1, 2],
    async holds() {
      const signing = await db().signingKey.count({ where: { publishedUntil: null } });
      expect(signing).toBe(1);
    },
  }),
];

const OF_MOD = { kind: 'mod', expiresAt: null } as const;

const CATALOG: readonly AnyRace[] = [
  race({
    name: 'a slug belongs to one mod of its game',
    arrange: async () => ({ slug: `slug-${randomUUID()}` }),
    one: ({ slug }) => alice.here.post('/mods', draftOf({ slug })),
    other: ({ slug }) => bob.there.post('/mods', draftOf({ slug })),
    winners: [1],
  }),
  race({
    name: 'a key that is sent to both namespaces at once makes one mod',
    arrange: async () => ({ key: { 'Idempotency-Key': randomUUID() }, slug: `s-${randomUUID()}` }),
    one: ({ key, slug }) => alice.here.post('/mods', draftOf({ slug }), key),
    other: ({ key, slug }) => alice.there.post('/api/v1/mods', draftOf({ slug }), key),
    winners: [1, 2],
    holds: async ({ slug }) => expect(await db().mod.count({ where: { slug } })).toBe(1),
  }),
  race({
    name: 'two pictures that are added at once have different positions',
    arrange: async () => ({ modId: (await bareMod(creator, GAME)).id as string }),
    one: async ({ modId }) => gallery(alice.here, modId, 1),
    other: async ({ modId }) => gallery(alice.there, modId, 2),
    winners: [1, 2],
  }),
  race({
    name: 'two covers that are added at once leave one',
    arrange: async () => {
      const modId = await newMod();
      return { modId, etag: await etagOf(alice.here, modId) };
    },
    one: async ({ modId, etag }) => cover(alice.here, modId, etag, 3),
    other: async ({ modId, etag }) => cover(alice.there, modId, etag, 4),
    winners: [1],
  }),
  race({
    name: 'two changes of a mod from the same revision are one',
    arrange: async () => {
      const modId: string = (await bareMod(creator, GAME)).id;
      return { path: `/mods/${modId}`, etag: { 'If-Match': await etagOf(alice.here, modId) } };
    },
    one: ({ path, etag }) => alice.here.patch(path, { license: 'MIT' }, keyed(etag)),
    other: ({ path, etag }) => alice.there.patch(path, { license: 'GPL-3.0-only' }, keyed(etag)),
    winners: [1],
  }),
  race({
    name: 'a game is made once',
    arrange: async (round) => ({ slug: `game-${round}`, name: 'G', loaders: [], versions: ['1'] }),
    one: (game) => ofDomain(createGame(systemOf(here), game)),
    other: (game) => ofDomain(createGame(systemOf(there), game)),
    winners: [1],
  }),
  race({
    name: 'a category is made once',
    arrange: async (round) => ({ gameSlug: GAME, slug: `category-${round}`, name: 'C' }),
    one: (category) => ofDomain(createCategory(systemOf(here), category)),
    other: (category) => ofDomain(createCategory(systemOf(there), category)),
    winners: [1],
  }),
];

const draftOf = (more: object) => ({
  game_slug: GAME,
  title: { en: 'A mod' },
  description: { en: 'What it does.' },
  ...more,
});
const keyed = (headers: Record<string, string>) => ({
  'Idempotency-Key': randomUUID(),
  ...headers,
});
const gallery = async (actor: Actor, modId: string, seed: number) =>
  sendPicture(actor, modId, { kind: 'gallery' }, await smallPng(seed));
const cover = async (actor: Actor, modId: string, etag: string, seed: number) =>
  sendPicture(actor, modId, { kind: 'cover' }, await smallPng(seed), {
    headers: { 'If-Match': etag },
  });

describe.each([
  ['versions', VERSIONS],
  ['uploads', UPLOADS],
  ['people, rights and keys', PEOPLE],
  ['the catalog', CATALOG],
])('races between two processes over %s', (_of, races) => {
  for (const { name, run } of races) it(name, () => run(ROUNDS));
});

describe('concurrent downloads at two processes', () => {
  it('an anonymous caller never gets more active download grants than its limit', async () => {
    const files = [await published(), await published(), await published(), await published()];
    const resolve = ({ artifactId }: Version, at: number) =>
      (at % 2 ? here : there).anon.post(`/downloads/${artifactId}/resolve`, {});
    const answers = await Promise.all([...files, ...files].map(resolve));
    const active = await db().downloadGrant.findMany({
      where: { state: 'active', expiresAt: { gt: here.clock.now() } },
    });
    expect(active).toHaveLength(2);
    for (const { status } of answers) expect([200, 429]).toContain(status);
  });
});

describe('changes that one process makes and another one reads', () => {
  it('a blocked account is refused by the other process at once', async () => {
    const eve = bothOf(await here.creator('eve'));
    expect((await eve.here.get('/me')).status).toBe(200);
    expect((await eve.there.get('/me')).status).toBe(200);
    await setBlocked(systemOf(there), 'eve', true);
    expect((await eve.here.get('/me')).status).toBe(403);
    await setBlocked(systemOf(here), 'eve', false);
    expect((await eve.there.get('/me')).status).toBe(200);
  });

  it('a former member cannot read a draft at the other process', async () => {
    const team = await modWithBob('maintainer');
    expect((await bob.there.get(`/mods/${team.modId}`)).status).toBe(200);
    await remove(alice.here, team, bob);
    expect((await bob.there.get(`/mods/${team.modId}`)).status).toBe(404);
  });

  it('a rolled back version is gone from reads and downloads at the other process', async () => {
    const version = await published();
    const paths = [`/mods/${version.modId}`, `/artifacts/${version.artifactId}`];
    const statuses = async ({ anon }: World) =>
      Promise.all(paths.map(async (path) => (await anon.get(path)).status));
    expect(await statuses(there)).toEqual([200, 200]);
    await rollback(alice.here, version);
    expect(await statuses(there)).toEqual([404, 410]);
    const resolve = await there.anon.post(`/downloads/${version.artifactId}/resolve`, {});
    expect(resolve.status).toBe(410);
  });
});
