import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, anonymous, CREATOR_SCOPES, type Json, withSecret } from '../actors.js';
import { openEmptyDatabase, type TestDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { NEEDS_S3, newBucket, S3_SERVER } from '../platform/storage/s3-subject.js';
import { archiveOf, draftVersion, drawnMod, sendFile, sha256Of } from '../publishing.js';
import { from, newAddress } from '../routes/identity/rate-limiting.js';
import { type ChildService, createMachine, type Machine } from './child-service.js';

/** The folder of the built previous release. */
const PREVIOUS = process.env['PREVIOUS_RELEASE'];
const PATIENCE_MS = 60_000;
const programOf = (folder: string) => `${folder}/dist/src/launch/service.js`;

type Release = 'previous' | 'new';

/** A version that the service published. */
interface Published {
  readonly versionId: string;
  readonly artifactId: string;
  readonly sha256: string;
}

describe.skipIf(!PREVIOUS || !S3_SERVER)(`two releases on one database${NEEDS_S3}`, () => {
  let machine: Machine;
  let database: TestDatabase;
  let env: NodeJS.ProcessEnv;
  let dataDir: string;
  let token: string;
  let modId: string;
  const apis = new Map<Release, ChildService>();
  const workers = new Map<Release, ChildService>();
  const published: Published[] = [];

  beforeAll(async () => {
    machine = createMachine();
    dataDir = await machine.dataDir('empty');
    database = await openEmptyDatabase();
    env = await sharedEnvironment(database.url);
    await startWith('previous', 'api');
    await startWith('previous', 'worker');
    await operate('game', 'create', '--slug', 'quarry', '--name', 'Quarry', '--loaders', 'forge');
    await operate('user', 'create', '--username', 'alice');
    const scopes = ['--scopes', CREATOR_SCOPES, '--aal2'];
    token = (await operate('token', 'create', '--username', 'alice', ...scopes)).token;
    modId = (await drawnMod(await callerOf('previous'), 'quarry')).id;
  });
  afterAll(async () => {
    await machine.clear();
    await database.drop();
  });

  /** Starts a process of a release beside the others. */
  async function startWith(release: Release, mode: 'api' | 'worker'): Promise<void> {
    const program = release === 'previous' ? [programOf(String(PREVIOUS))] : [];
    const command = program.map((file) => [process.execPath, file] as const)[0];
    const service = machine.start(dataDir, env, { mode, ...(command ? { command } : {}) });
    await (mode === 'api' ? service.baseUrl : service.says('worker is running'));
    (mode === 'api' ? apis : workers).set(release, service);
  }

  async function stop(release: Release, running: Map<Release, ChildService>): Promise<void> {
    await running.get(release)?.stop();
    running.delete(release);
  }

  /** Runs an operator command of the previous release; returns its JSON. */
  async function operate(...args: string[]): Promise<Json> {
    const admin = `${PREVIOUS}/dist/src/launch/admin.js`;
    const { PATH, HOME } = process.env;
    const surroundings = { PATH, HOME, DATA_DIR: dataDir, ...env };
    const run = promisify(execFile);
    return JSON.parse(
      (await run(process.execPath, [admin, ...args], { env: surroundings })).stdout,
    );
  }

  async function callerOf(release: Release): Promise<Actor> {
    const service = apis.get(release);
    if (!service) throw new Error(`no API of the ${release} release runs`);
    return withSecret(await service.baseUrl, token);
  }

  /** Publishes a version; each request goes to the next API. */
  async function publish(): Promise<void> {
    const callers = await Promise.all([...apis.keys()].map(callerOf));
    let sent = published.length;
    const next = (): Actor => {
      sent += 1;
      const caller = callers[sent % callers.length];
      if (!caller) throw new Error('no API runs');
      return caller;
    };
    const name = `${published.length + 1}.0.0`;
    const bytes = new Uint8Array(archiveOf(name));
    const { id: versionId } = await draftVersion(next(), modId, { version: name });
    const uploadId = await sendFile(next(), { modId, versionId }, bytes);
    const completed = await next().post(`/uploads/${uploadId}/complete`, {});
    expect([200, 202], completed.text).toContain(completed.status);
    await eventually(async () => {
      const { body } = await next().get(`/uploads/${uploadId}`);
      expect(body.data.lifecycleStatus).toBe('ready');
    }, PATIENCE_MS);
    expect(await next().post(`/mods/${modId}/versions/${versionId}/publish`, {})).toMatchObject({
      status: 200,
    });
    const artifactId = completed.body.data.artifact_id;
    published.push({ versionId, artifactId, sha256: sha256Of(bytes) });
  }

  /** Reads everything through one release: each version once, and the bytes of each file. */
  async function expectAll(release: Release): Promise<void> {
    const caller = await callerOf(release);
    // An address of its own for each download, because one may have only few at a time.
    const player = anonymous(caller.baseUrl);
    const { data } = (await caller.get(`/mods/${modId}/versions?limit=100`)).body;
    const ids = data.map(({ id }: Json) => id);
    expect(ids.toSorted()).toEqual(published.map(({ versionId }) => versionId).toSorted());
    for (const { artifactId, sha256 } of published) {
      const grant = await player.post(`/downloads/${artifactId}/resolve`, {}, from(newAddress()));
      expect(grant.status, grant.text).toBe(200);
      const response = await fetch(grant.body.data.primary_url);
      expect(sha256Of(new Uint8Array(await response.arrayBuffer()))).toBe(sha256);
    }
  }

  it('two releases publish and serve the same versions while each process is replaced, forward and back', async () => {
    await publish();
    await startWith('new', 'api');
    await publish();
    for (const release of apis.keys()) await expectAll(release);
    await startWith('new', 'worker');
    await stop('previous', workers);
    await publish();
    await stop('previous', apis);
    await publish();
    await expectAll('new');
    await startWith('previous', 'worker');
    await startWith('previous', 'api');
    await stop('new', workers);
    await publish();
    await stop('new', apis);
    await publish();
    await expectAll('previous');
    await startWith('new', 'api');
    await expectAll('new');
    const trail = await database.db.auditEntry.findMany({ where: { action: 'version.published' } });
    expect(trail.map(({ targetId }) => targetId).toSorted()).toEqual(
      published.map(({ versionId }) => versionId).toSorted(),
    );
  });
});

/** The environment that the processes of both releases share. */
async function sharedEnvironment(databaseUrl: string): Promise<NodeJS.ProcessEnv> {
  const { bucket, ...server } = await newBucket();
  return {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    TRUST_PROXY: 'loopback',
    S3_ENDPOINT: server.endpoint,
    S3_REGION: server.region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  };
}
