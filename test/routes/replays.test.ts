import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../rest-facade/routes/index.js';
import { type Answer, CREATOR_SCOPES, type Creator, type Json } from '../actors.js';
import { ran } from '../agents.js';
import { type CutOffs, createCutOffs } from '../cut-offs.js';
import { useWorld } from '../harness.js';
import { addedPicture, formBytes, formType, mediaParts, smallPng } from '../pictures.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  publishedVersion,
  readyVersion,
  sendFile,
} from '../publishing.js';
import { REGISTRATION, referenceOf } from '../references.js';
import { newDelivery, newSubscription } from '../webhooks.js';

const world = useWorld(REGISTRATION);
let alice: Creator;
let cutOffs: CutOffs;

beforeAll(async () => {
  await newGame(world, 'replays');
  const creator = await world.creator('alice');
  const scopes = `${CREATOR_SCOPES} agent:*`;
  alice = { ...creator, ...(await creator.withToken({ scopes })) };
  cutOffs = await createCutOffs(world.platform.db);
});

const keyedRoutes = Object.entries(routes).filter(([, route]) => route.idempotency !== 'none');

describe('replay declarations of keyed routes', () => {
  it.each(keyedRoutes)('the keyed route %s declares how it is replayed', (_, { replay, reply }) => {
    expect(replay).toBeDefined();
    if (replay === 'empty') expect(reply.shape).toBe('none');
  });
});

/** A write request whose preconditions already exist. */
interface Write {
  readonly method?: 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const bytes = new Uint8Array(archiveOf('replayed'));
const mod = () => bareMod(alice, 'replays');
const etagOf = async (path: string) => (await alice.get(path)).headers.get('etag') ?? '';

async function newVersion(): Promise<{ modId: string; versionId: string }> {
  const { id: modId } = await mod();
  return { modId, versionId: (await draftVersion(alice, modId, { version: '1' })).id };
}

const WRITES: Readonly<Record<string, () => Promise<Write>>> = {
  createModDraft: async () => ({
    path: '/mods',
    body: { game_slug: 'replays', title: { en: 'New' }, description: { en: 'A draft.' } },
  }),
  updateModDraft: async () => {
    const path = `/mods/${(await mod()).id}`;
    const headers = { 'If-Match': await etagOf(path) };
    return { method: 'PATCH', path, body: { license: 'MIT' }, headers };
  },
  createModVersion: async () => ({
    path: `/mods/${(await mod()).id}/versions`,
    body: { version: '1.0.0', dependencies: [] },
  }),
  updateModVersion: async () => {
    const { modId, versionId } = await newVersion();
    const path = `/mods/${modId}/versions/${versionId}`;
    const headers = { 'If-Match': await etagOf(path) };
    return { method: 'PATCH', path, body: { changelog: { en: 'New.' } }, headers };
  },
  publishModVersion: async () => {
    const { id } = await draftMod(alice, 'replays');
    const { versionId } = await readyVersion(world, alice, id, { version: '1' });
    return { path: `/mods/${id}/versions/${versionId}/publish` };
  },
  rollbackModVersion: async () => {
    const { id } = await draftMod(alice, 'replays');
    const { versionId } = await publishedVersion(world, alice, id, { version: '1' });
    return { path: `/mods/${id}/versions/${versionId}/rollback` };
  },
  registerExternalArtifact: async () => {
    const { modId, versionId } = await newVersion();
    return {
      path: `/mods/${modId}/versions/${versionId}/external-artifact`,
      body: referenceOf(bytes),
    };
  },
  createModFallbackCover: async () => ({ path: `/mods/${(await mod()).id}/media:fallback` }),
  addModMedia: async () => {
    const { id } = await mod();
    const body = formBytes(mediaParts({ kind: 'cover' }, await smallPng()));
    const headers = { 'If-Match': await etagOf(`/mods/${id}`), 'Content-Type': formType() };
    return { path: `/mods/${id}/media`, body, headers };
  },
  deleteModMedia: async () => {
    const { id } = await mod();
    const sent = { kind: 'gallery', managed_by: 'importer' };
    const media = await addedPicture(alice, id, sent, await smallPng());
    return { method: 'DELETE', path: `/mods/${id}/media/${media.id}` };
  },
  createUploadSession: async () => ({
    path: '/uploads',
    body: declarationOf(await newVersion(), bytes),
  }),
  completeUploadSession: async () => {
    const uploadId = await sendFile(alice, await newVersion(), bytes);
    return { path: `/uploads/${uploadId}/complete`, body: {} };
  },
  abortUploadSession: async () => {
    const made = await alice.post('/uploads', declarationOf(await newVersion(), bytes));
    return { path: `/uploads/${made.body.data.upload_id}/abort` };
  },
  setModTeamMember: async () => {
    const { userId } = await world.creator(`member-${randomUUID().slice(0, 8)}`);
    const path = `/mods/${(await mod()).id}/team-members/${userId}`;
    return { method: 'PUT', path, body: { role: 'maintainer' } };
  },
  updateMyProfile: async () => ({
    method: 'PATCH',
    path: '/me/profile',
    body: { display_name: `Alice ${randomUUID().slice(0, 8)}` },
  }),
  updateWebhookSubscription: async () => {
    const path = `/beta/webhook-subscriptions/${await newSubscription(world, alice)}`;
    const headers = { 'If-Match': await etagOf(path) };
    return { method: 'PATCH', path, body: { description: 'Builds' }, headers };
  },
  deleteWebhookSubscription: async () => ({
    method: 'DELETE',
    path: `/beta/webhook-subscriptions/${await newSubscription(world, alice)}`,
  }),
  redeliverWebhookDelivery: async () => ({
    path: `/webhook-deliveries/${await newDelivery(world, alice)}/redeliver`,
  }),
  resolveDownload: async () => {
    const { id } = await draftMod(alice, 'replays');
    const { artifactId } = await publishedVersion(world, alice, id, { version: '1' });
    return { path: `/downloads/${artifactId}/resolve` };
  },
  runAgentGatewayTool: async () => {
    const mod = { game_slug: 'replays', title: { en: 'New' }, description: { en: 'A draft.' } };
    const asked = { tool: 'publisher.draft', input: { action: 'create_mod', mod } };
    const { confirmation } = await ran(alice, asked);
    const body = { ...asked, confirmation_token: confirmation.token };
    return { path: '/agent/tools:run', body };
  },
};

/** Counts the effects of a write, none of which may occur twice. */
async function effects(): Promise<Json> {
  const { db } = world.platform;
  return {
    audits: await db.auditEntry.count(),
    events: await db.outboxEvent.count(),
    jobs: await db.job.count({ where: { kind: { in: ['scan-upload', 'index-mod'] } } }),
    pictures: await db.media.count({ where: { deletedAt: null } }),
    grants: await db.downloadGrant.count(),
    deliveries: await db.webhookDelivery.count(),
    downloads: await db.mod.aggregate({ _sum: { downloadsCount: true } }),
    revisions: await db.mod.aggregate({ _sum: { revision: true } }),
  };
}

const HEADERS = ['etag', 'location', 'cache-control', 'x-upload-correlation-id'];

/** The parts of a response that a rebuilt replay keeps: without the state and signed URLs. */
function lasting(answer: Answer, operationId: string): Json {
  const { replay } = routes[operationId] ?? {};
  const headers = HEADERS.map((name) => answer.headers.get(name));
  const isAfresh = typeof replay === 'object' && replay.how === 'afresh';
  // The text, because a replay keeps the order of the members as well.
  if (!isAfresh) return { status: answer.status, headers, text: answer.text };
  const { upload_id, job, download_job, output } = answer.body.data;
  const download = { download_job: download_job?.id, grant: download_job?.grant_id };
  return { upload_id, job: job?.id, ...download, output };
}

describe('retries after a lost response', () => {
  it.each(Object.keys(WRITES))(
    'the retry of %s after a lost response replays it without another effect',
    async (operationId) => {
      const {
        method = 'POST',
        path,
        body,
        headers,
      } = (await WRITES[operationId]?.()) ?? { path: '' };
      const key = { 'Idempotency-Key': randomUUID(), ...headers };
      const send = () =>
        alice.request(method, path, { headers: key, ...(body === undefined ? {} : { body }) });
      const first = await cutOffs.before('done', send);
      expect(first.status).toBeLessThan(300);
      await world.settled();
      const before = await effects();
      const replays = [await send(), await send()];
      for (const replay of replays) {
        expect(lasting(replay, operationId)).toEqual(lasting(first, operationId));
      }
      await world.settled();
      expect(await effects()).toEqual(before);
    },
  );
});

const STORED = Object.keys(WRITES).filter((operationId) => {
  const replay = routes[operationId]?.replay;
  return typeof replay === 'object' && replay.how === 'stored';
});

describe('replays of stored responses', () => {
  it.each(STORED)('the stored replay of %s keeps the order of the members', async (operationId) => {
    const write = await WRITES[operationId]?.();
    if (!write) throw new Error(`there is no write for ${operationId}`);
    const { method = 'POST', path, body, headers } = write;
    const key = { 'Idempotency-Key': randomUUID(), ...headers };
    const send = () =>
      alice.request(method, path, { headers: key, ...(body === undefined ? {} : { body }) });
    const first = await send();
    await world.settled();
    const again = await send();
    expect([again.status, again.text]).toEqual([first.status, first.text]);
  });
});

it('a keyed write that had no effect replays its response', async () => {
  const path = `/mods/${(await mod()).id}/media:fallback`;
  const made = await alice.post(path);
  const key = { 'Idempotency-Key': randomUUID() };
  const [first, again] = [
    await alice.post(path, undefined, key),
    await alice.post(path, undefined, key),
  ];
  expect([made.status, first.status, again.status]).toEqual([201, 200, 200]);
  expect(again.body).toEqual(first.body);
});
