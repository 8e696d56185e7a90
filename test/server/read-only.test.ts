import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MUTATIONS_WITHOUT_CHANGES } from '../../src/registry/read-only.js';
import { type Actor, anonymous, type Creator, type Json, withSecret } from '../actors.js';
import { agentOf, runTool } from '../agents.js';
import { OPERATIONS, type Operation } from '../contract/matrix/operations.js';
import { useWorld } from '../harness.js';
import { codeOf, connected } from '../mcp.js';
import { signedInVisitor } from '../pages/access.js';
import { pageRoutes } from '../pages/page-routes.js';
import { newPerson } from '../pages/people.js';
import { newVisitor } from '../pages/visitor.js';
import {
  archiveOf,
  draftMod,
  newGame,
  publishedVersion,
  putBytes,
  readyVersion,
  sha256Of,
} from '../publishing.js';
import { everyNth } from '../rounds.js';
import { writtenRows } from './written-rows.js';

const environment: NodeJS.ProcessEnv = {};
const writable = useWorld({}, { jobs: 'when-settled' });
beforeAll(() => {
  const { databaseUrl, dataDir } = writable.platform.config;
  Object.assign(environment, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, READ_ONLY: 'on' });
});
const world = useWorld(environment);

const bytes = new Uint8Array(archiveOf('downloaded while nothing changes'));
let alice: Creator;
/** The same account at the service that refuses changes. */
let reader: Actor;
let agent: Actor;
let personId: string;
let ids: Readonly<Record<string, string>>;
let session: Json;
let before: unknown;

beforeAll(async () => {
  await newGame(writable, 'kept');
  alice = await writable.creator('alice');
  reader = withSecret(world.baseUrl, alice.token ?? '');
  const { id: modId } = await draftMod(alice, 'kept', { title: { en: 'Kept' } });
  const published = await publishedVersion(writable, alice, modId, { version: '1.0.0' }, bytes);
  const { versionId } = await readyVersion(writable, alice, modId, { version: '2.0.0' });
  ids = { ...published, mod_id: modId, version_id: published.versionId, draft: versionId };
  ids = {
    ...ids,
    artifact_id: published.artifactId,
    upload_id: published.uploadId,
    game_id: 'kept',
  };
  session = (await alice.post('/uploads', declaration(modId, versionId))).body.data;
  agent = withSecret(world.baseUrl, (await agentOf(writable, alice, TOOLS)).token ?? '');
  personId = await newPerson(writable, 'person');
  await writable.settled();
  before = await writtenRows(writable);
});

/** The first visit of this page creates the account key. */
const OPENS_A_KEY = '/account/developer/key';

const TOOLS = 'mods.get publisher.draft';

const declaration = (modId: string, versionId: string) => ({
  modId,
  versionId,
  filename: 'late.zip',
  sizeBytes: bytes.length,
  fileKind: 'optional',
  expectedHashes: { sha256: sha256Of(bytes) },
});

// Everything that the tests of this file do at the service is followed by this check.
afterAll(async () => {
  expect(await writtenRows(writable)).toEqual(before);
});

const IDENTITY = {
  'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
  'X-Service-Client': 'modport-tests',
  'X-Service-Client-Version': '1.0',
};

function pathOf({ route }: Operation): string {
  return route.path.replace(/\{([^}]+)\}/g, (_all, name: string) => ids[name] ?? randomUUID());
}

const changes = OPERATIONS.filter(
  ({ operation: { kind, name } }) => kind === 'mutation' && !MUTATIONS_WITHOUT_CHANGES.has(name),
);
const reads = OPERATIONS.filter(({ operation: { kind } }) => kind === 'query');
const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [operation.operationId, operation] as const);

/** Bodies of the reads that take one. */
const bodies = (): Readonly<Record<string, object>> => ({
  resolveInstallPlan: { game_slug: 'kept', mod_ids: [ids['mod_id']] },
  lookupArtifacts: { hashes: [sha256Of(bytes)] },
  checkUpdates: { game_slug: 'kept', items: [{ hash: sha256Of(bytes) }] },
  validateUploadRequest: declaration(ids['mod_id'] ?? '', ids['draft'] ?? ''),
});

/** A response without what differs between two requests and two addresses. */
const shownOf = (actor: { status: number; text: string }, baseUrl: string) => [
  actor.status,
  actor.text
    .replaceAll(baseUrl, '')
    .replace(/"(request_id|trace_id|next_cursor|last_used_at)":("[^"]+"|null)/g, '')
    .replace(/\/storage\/[\w.-]+/g, ''),
];

describe('a service with READ_ONLY=on', () => {
  it.each(named(changes))('%s returns 503 service_unavailable', async (_name, operation) => {
    const { method } = operation.route;
    const refused = await reader.request(method, pathOf(operation), { headers: IDENTITY });
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.body.detail).toContain('accepts no changes');
  });

  it.each(everyNth(named(reads), 8))(
    '%s returns what it returned before',
    async (name, operation) => {
      const { method } = operation.route;
      const body = bodies()[name];
      const options = { headers: IDENTITY, ...(body ? { body } : {}) };
      const path = pathOf(operation);
      const [now, then] = await Promise.all(
        [reader, alice].map((actor) => actor.request(method, path, options)),
      );
      if (!now || !then) throw new Error('no response');
      expect(shownOf(now, world.baseUrl)).toEqual(shownOf(then, writable.baseUrl));
      if (body) expect([now.status, now.text]).toEqual([200, now.text]);
      expect(now.status).toBeLessThan(500);
    },
  );

  it.each(['anonymous', 'alice'] as const)(
    'a whole download by %s works, renews its addresses and has the right bytes',
    async (who) => {
      const caller = who === 'alice' ? reader : anonymous(world.baseUrl);
      const path = `/downloads/${ids['artifact_id']}/resolve`;
      const key = { 'Idempotency-Key': randomUUID() };
      const first = await caller.post(path, undefined, key);
      expect(first.status).toBe(200);
      const { download_job: job, primary_url: url, sha256 } = first.body.data;
      const got = new Uint8Array(await (await fetch(url)).arrayBuffer());
      expect(sha256Of(got)).toBe(sha256);
      expect(sha256Of(got)).toBe(sha256Of(bytes));
      const progress = { bytes_received: 1, provider: job.progress.provider };
      const again = await caller.post(path, { download_job: { id: job.id, progress } });
      expect(again.body.data.download_job.id).toBe(job.id);
      const foreign = await caller.post(path, { download_job: { id: randomUUID() } });
      expect([foreign.status, foreign.body.code]).toEqual([404, 'download_session_not_found']);
    },
  );

  it('GraphQL refuses mutations, also with a key, and runs queries', async () => {
    const mutation = 'mutation { updateMyProfile(input: { displayName: "Other" }) { id } }';
    for (const headers of [{}, { 'Idempotency-Key': randomUUID() }]) {
      const { status, body } = await reader.graphql(mutation, {}, headers);
      expect([status, body.errors[0].extensions]).toMatchObject([
        200,
        { code: 'service_unavailable', status: 503, retry_after_seconds: 60 },
      ]);
    }
    const { body } = await reader.graphql('{ listMods { items { title } } }');
    expect(body.data.listMods.items).toEqual([{ title: { en: 'Kept' } }]);
  });

  it('tools of agents read, and refuse to write or to announce a write', async () => {
    const draft = { tool: 'publisher.draft', input: { mod_id: ids['mod_id'], title: { en: 'X' } } };
    const refused = await runTool(agent, draft);
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    const read = await runTool(
      agent,
      { tool: 'mods.get', input: { mod_id: ids['mod_id'] } },
      'k1234567890abcdef',
    );
    expect(read.status).toBe(200);
    const client = await connected(world, agent);
    const result = await client.callTool({
      name: 'publisher_draft',
      arguments: { input: draft.input },
    });
    await client.close();
    expect(codeOf(result as Parameters<typeof codeOf>[0])).toBe('service_unavailable');
  });

  it('bytes of an upload are refused', async () => {
    const url = session.upload.url.replace(writable.baseUrl, world.baseUrl);
    const put = await putBytes({ ...session.upload, url }, bytes);
    expect(put.status).toBe(503);
  });

  it('OAuth returns temporarily_unavailable for new tokens, and issues no code', async () => {
    for (const path of ['token', 'revoke', 'device_authorization']) {
      const response = await fetch(`${world.baseUrl}/oauth/${path}`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'authorization_code', token: 'x', client_id: 'x' }),
      });
      const { error }: Json = await response.json();
      expect([response.status, error]).toEqual([503, 'temporarily_unavailable']);
      expect(response.headers.get('retry-after')).toBe('60');
    }
    const asked = await fetch(`${world.baseUrl}/oauth/authorize?client_id=x&response_type=code`, {
      headers: { Accept: 'text/html' },
    });
    expect(asked.status).toBe(503);
  });

  it('a refused report is shown for copying, unless another site sent it', async () => {
    const sent = { reason: 'other', text: 'It <b>never</b> starts.' };
    const path = `/report?mod=${ids['mod_id']}`;
    const refused = await newVisitor(world).post(path, sent);
    expect(refused.status).toBe(503);
    expect(refused.html).toContain('>\nIt &lt;b&gt;never&lt;/b&gt; starts.</textarea>');
    const headers = { Origin: 'https://evil.example' };
    const foreign = await newVisitor(world).post(path, sent, { headers });
    expect([foreign.status, foreign.html.includes('starts')]).toEqual([403, false]);
  });

  it('every form is refused, and every page is shown as before, with a notice in three languages', async () => {
    const visitor = await signedInVisitor(writable, personId);
    before = await writtenRows(writable);
    const here = newVisitor(world);
    for (const [name, value] of visitor.cookies) here.cookies.set(name, value);
    expect((await here.get(OPENS_A_KEY)).status).toBe(503);
    expect((await visitor.get(OPENS_A_KEY)).status).toBe(200);
    before = await writtenRows(writable);
    expect((await here.get(OPENS_A_KEY)).status).toBe(200);
    const routes = pageRoutes(world);
    const forms = routes.filter(({ method }) => method === 'POST');
    const pages = routes.filter(({ method }) => method === 'GET');
    for (const { method, path } of [...forms, ...everyNth(pages, 8)]) {
      if (method === 'POST') {
        const refused = await here.post(path, {});
        expect([path, refused.status]).toEqual([path, 503]);
        continue;
      }
      const [now, then] = [await here.get(path), await visitor.get(path)];
      expect([path, now.status, now.location]).toEqual([path, then.status, then.location]);
    }
    const words = { en: 'under maintenance', ru: 'обслуживание', de: 'gewartet' };
    for (const [locale, word] of Object.entries(words)) {
      for (const path of ['/mods', '/dashboard']) {
        const page = await here.get(`${path}?lang=${locale}`);
        expect([path, locale, page.html.includes(word)]).toEqual([path, locale, true]);
      }
    }
  });

  it('/readyz is ready and names the mode, and no job runs', async () => {
    const { db } = writable.platform;
    const ready = await fetch(`${world.baseUrl}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { read_only: true }]);
    const written = world.platform.db.game.updateMany({ data: { name: 'Other' } });
    await expect(written).rejects.toThrow();
    expect(await db.game.findMany({ select: { name: true } })).toEqual([{ name: 'kept' }]);
  });
});
