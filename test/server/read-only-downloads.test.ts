import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import { newId } from '../../src/request/ids.js';
import { type Actor, type Creator, type Json, withSecret } from '../actors.js';
import { useWorld } from '../harness.js';
import { json, keep, openProviderServer, status } from '../provider-server.js';
import { archiveOf, draftMod, newGame, publishedVersion, refusal } from '../publishing.js';
import { declared, refer, switchedOn } from '../workers/publishing/references.js';
import { writtenRows } from './written-rows.js';

const server = await openProviderServer();
afterAll(() => server.close());
const parts = { ...switchedOn(server), MIRROR: 'disk' };
const environment: NodeJS.ProcessEnv = { ...parts, READ_ONLY: 'on' };
const writable = useWorld(parts, { jobs: 'when-settled' });
beforeAll(() => {
  const { databaseUrl, dataDir } = writable.platform.config;
  Object.assign(environment, { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
});
const logged: string[] = [];
const log = createLog('warn', { write: (line) => void logged.push(line) });
const world = useWorld(environment, { log });

const bytes = new Uint8Array(archiveOf('granted before nothing changed'));
let alice: Creator;
let reader: Actor;
let limited: Actor;
let modId: string;
let artifactId: string;
let lostId: string;
let liveJobId: string;
let before: unknown;
/** The sessions and jobs of recorded grants for the file, by actor and state. */
const grants: Record<string, Json> = {};

const STATES = ['waiting', 'expired', 'completed', 'revoked'] as const;
const RECEIVED = 5;

/** A version whose bytes an external provider has. */
async function external() {
  const content = new Uint8Array(archiveOf(randomUUID()));
  const file = keep(server, 'github', content);
  const made = await refer(alice, modId, declared(file, content));
  await writable.settled();
  await alice.post(`/mods/${modId}/versions/${made.versionId}/publish`, {});
  return { ...made, file, content };
}
const externals: Awaited<ReturnType<typeof external>>[] = [];

beforeAll(async () => {
  const { db, clock, mirror } = writable.platform;
  await newGame(writable, 'kept');
  alice = await writable.creator('alice');
  reader = withSecret(world.baseUrl, alice.token ?? '');
  const metadata = await alice.withToken({ scopes: 'mods:write' });
  limited = withSecret(world.baseUrl, metadata.token ?? '');
  modId = (await draftMod(alice, 'kept')).id;
  const published = (version: string, content?: typeof bytes) =>
    publishedVersion(writable, alice, modId, { version }, content);
  ({ artifactId } = await published('1.0.0', bytes));
  ({ artifactId: lostId } = await published('2.0.0'));
  for (let count = 0; count < 3; count += 1) externals.push(await external());
  await writable.settled();
  liveJobId = (await resolve(lostId, undefined, alice)).body.data.download_job.id;
  const { data } = (await resolve(artifactId, undefined, alice)).body;
  const row = await db.downloadGrant.findFirstOrThrow({
    where: { jobId: data.download_job.id },
    omit: { id: true },
  });
  // Only the state differs. All of them end before the tests, except the one that is active.
  const past = new Date(clock.now().getTime() - 1_000);
  for (const state of [...STATES, 'active'] as const) {
    const ids = { id: newId(), jobId: newId(), sessionId: newId() };
    await db.downloadGrant.create({ data: { ...row, ...ids, state, expiresAt: past } });
    grants[state] = ids;
  }
  await db.downloadGrant.update({
    where: { jobId: row.jobId },
    data: { state: 'completed', bytesReceived: RECEIVED },
  });
  grants['progressed'] = row;
  const lost = await db.blob.findFirstOrThrow({
    where: { artifacts: { some: { id: lostId } } },
  });
  await mirror?.storage.remove(lost.storageKey);
  before = await writtenRows(writable);
});

// Everything that the tests of this file do at the service is followed by this check.
afterAll(async () => {
  expect(await writtenRows(writable)).toEqual(before);
});

const resolve = (id: string, job?: object, actor = reader) =>
  actor.post(`/downloads/${id}/resolve`, job && { download_job: job });
const fall = (downloadSessionId: string, id = artifactId) =>
  reader.post(`/downloads/${id}/fallback`, { downloadSessionId });
const jobOf = (name: string, bytesReceived?: number) => ({
  id: grants[name]?.jobId,
  ...(bytesReceived === undefined
    ? {}
    : { progress: { bytes_received: bytesReceived, provider: 'disk' } }),
});

describe('a download while nothing can be recorded', () => {
  it('an external file resolves for an account, and is refused once its provider has changed or removed it', async () => {
    const [kept, changed, removed] = externals;
    if (!kept || !changed || !removed) throw new Error('no files');
    expect((await resolve(kept.artifactId)).status).toBe(200);
    const other = { updated_at: '2026-02-02T00:00:00Z', size: changed.content.length + 1 };
    server.serve(changed.file.apiPath, json(changed.file.tell(changed.content, other)));
    server.serve(removed.file.apiPath, status(404));
    expect(refusal(await resolve(changed.artifactId))).toBe('409 reference_stale');
    expect(refusal(await resolve(removed.artifactId))).toBe('410 reference_withdrawn');
  });

  it('a request without a job continues a live grant, none that waits or has ended, and has a fallback', async () => {
    expect((await resolve(lostId)).body.data.download_job.id).toBe(liveJobId);
    const { data } = (await resolve(artifactId)).body;
    const recorded = Object.values(grants).map(({ jobId }) => jobId);
    expect(recorded).not.toContain(data.download_job.id);
    expect((await fall(data.download_session_id)).status).toBe(200);
  });

  it.each(['waiting', 'expired', 'completed', 'active'])(
    'a recorded session that was %s continues, also at the mirror',
    async (state) => {
      const { data } = (await resolve(artifactId, jobOf(state))).body;
      expect(data.download_session_id).toBe(grants[state]?.sessionId);
      expect((await fall(data.download_session_id)).status).toBe(200);
    },
  );

  it('a job or session that is revoked, unknown or no id is not found', async () => {
    for (const id of [grants['revoked']?.jobId, randomUUID()]) {
      expect(refusal(await resolve(artifactId, { id }))).toBe('404 download_session_not_found');
    }
    // REST accepts only ids.
    const { body } = await reader.graphql(
      `mutation { resolveDownload(artifactId: "${artifactId}", input: { downloadJob: { id: "x" } }) {
        sha256 } }`,
    );
    expect(body.errors[0].extensions.code).toBe('download_session_not_found');
    for (const session of [grants['revoked']?.sessionId, randomUUID()]) {
      expect(refusal(await fall(session))).toBe('404 download_session_not_found');
    }
  });

  it('recorded progress is returned, may grow, and may not decrease', async () => {
    const progressOf = async (received?: number) =>
      (await resolve(artifactId, jobOf('progressed', received))).body.data.download_job.progress;
    expect((await progressOf()).bytes_received).toBe(RECEIVED);
    expect((await progressOf(RECEIVED + 1)).bytes_received).toBe(RECEIVED + 1);
    const less = await resolve(artifactId, jobOf('progressed', RECEIVED - 1));
    expect(refusal(less)).toBe('400 invalid_input');
  });

  it('a copy that the mirror lost is 409 fallback_unavailable', async () => {
    const { data } = (await resolve(lostId)).body;
    expect(refusal(await fall(data.download_session_id, lostId))).toBe('409 fallback_unavailable');
  });

  it('a credential without the scope is refused, and the log has no failed note of it', async () => {
    logged.length = 0;
    expect(refusal(await resolve(artifactId, undefined, limited))).toBe('403 insufficient_scope');
    expect(logged).toEqual([]);
  });
});
