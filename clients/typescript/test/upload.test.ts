import { randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileError, newKey, TransportError, type UploadProgress, upload } from '@modport/client';
import { zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { otherHost } from './support/files.js';
import { temporaryFolder } from './support/folder.js';
import { fullDisk } from './support/full-disk.js';
import { facts, requests, testClient, withFaults } from './support/service.js';

const client = testClient({ token: facts.token });
const MEBIBYTE = 1024 * 1024;

let file: string;
let target: { modId: string; versionId: string };
let count = 0;

/** A ZIP of random bytes, so that it is as long as its content. */
const zip = (bytes: number) => {
  const half = () => new Uint8Array(randomBytes(bytes / 2));
  return zipSync({ 'a.bin': [half(), { level: 0 }], 'b.bin': [half(), { level: 0 }] });
};

beforeEach(async () => {
  file = join(await temporaryFolder(), 'upload.zip');
  await writeFile(file, zip(50_000));
  count += 1;
  const { body } = await client.post('/mods/{mod_id}/versions', {
    params: { path: { mod_id: facts.draft_mod } },
    body: { version: `0.${count}.0-${newKey().slice(0, 8)}` },
  });
  target = { modId: facts.draft_mod, versionId: body.data.id };
});

const sessions = async () =>
  (await requests('/v1/uploads')).filter(
    ({ method, path }) => method === 'POST' && path === '/v1/uploads',
  );
const puts = async () => (await requests()).filter(({ method }) => method === 'PUT');

/** Starts an upload and cancels it as soon as it has sent enough. */
async function stopped(isEnough: (progress: UploadProgress) => boolean): Promise<void> {
  const stop = new AbortController();
  const first = upload(client, file, target, {
    signal: stop.signal,
    progress: (one) => one.phase === 'sending' && isEnough(one) && stop.abort(new Error('stopped')),
  });
  await expect(first).rejects.toThrow('stopped');
}

describe('upload', () => {
  it('an upload sends the file once and waits for its scan', async () => {
    await withFaults();
    const phases = new Set<string>();
    const session = await upload(client, file, target, {
      progress: ({ phase }) => phases.add(phase),
    });
    expect(session).toMatchObject({ lifecycleStatus: 'ready', filename: 'upload.zip' });
    expect(await puts()).toHaveLength(1);
    expect([...phases].slice(0, 3)).toEqual(['hashing', 'sending', 'completing']);
    expect(await readdir(join(file, '..'))).toEqual(['upload.zip']);
  });

  it('a cut PUT is sent again to a fresh address of the same session', async () => {
    await withFaults({
      match: { method: 'PUT', path: '/storage/' },
      times: 2,
      fault: { kind: 'cut-request', after: 20_000 },
    });
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('ready');
    const keys = (await sessions()).map((one) => one.headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('a PUT whose response is lost is completed after the ambiguous 412', async () => {
    await withFaults({
      match: { method: 'PUT', path: '/storage/' },
      fault: { kind: 'drop-response' },
    });
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('ready');
    expect((await puts()).map(({ status }) => status)).toContain(412);
  });

  it.each([403, 410, 503])('a PUT refused with %i is signed again', async (status) => {
    await withFaults({
      match: { method: 'PUT', path: '/storage/' },
      fault: { kind: 'status', status },
    });
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('ready');
    expect(await puts()).toHaveLength(2);
  });

  it('a redirect of a PUT to another host is not followed', async () => {
    const { url: location, asked } = await otherHost();
    const match = { method: 'PUT', path: '/storage/' };
    await withFaults({ match, times: 9, fault: { kind: 'redirect', location, status: 307 } });
    await expect(upload(client, file, target)).rejects.toThrow('status 307');
    expect(asked).toEqual([]);
  });

  it.each(['/v1/uploads$', '/complete$'])(
    'a lost response of %s starts no second session',
    async (path) => {
      await withFaults({ match: { method: 'POST', path }, fault: { kind: 'drop-response' } });
      const session = await upload(client, file, target);
      expect(session.lifecycleStatus).toBe('ready');
      const keys = (await sessions()).map((one) => one.headers['idempotency-key']);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it('a later run continues the session of a cancelled run', async () => {
    await withFaults();
    await stopped(() => true);
    const state = await readFile(`${file}.modport-upload.json`, 'utf8');
    expect(Object.keys(JSON.parse(state))).toEqual([
      'declaration',
      'key',
      'upload_id',
      'part_size_bytes',
    ]);
    expect(state).not.toMatch(/http|mpat_/);
    const key = (await sessions())[0]?.headers['idempotency-key'];
    expect(key).toBeTruthy();
    await withFaults();
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('ready');
    expect((await sessions())[0]?.headers['idempotency-key']).toBe(key);
  });

  it('another file under the same name is another upload, and the first one is aborted', async () => {
    await stopped(() => true);
    await writeFile(file, zip(60_000));
    await withFaults();
    const session = await upload(client, file, target);
    expect(session).toMatchObject({ lifecycleStatus: 'ready' });
    expect(await requests('/abort')).toHaveLength(1);
  });

  it('a refused file with the same state file leaves the first upload, which continues', async () => {
    await withFaults();
    await stopped(() => true);
    const stateFile = `${file}.modport-upload.json`;
    const state = await readFile(stateFile, 'utf8');
    const refused = upload(client, file, { ...target, filename: 'tool.exe' }, { stateFile });
    const code = 'unsupported_archive_extension';
    await expect(refused).rejects.toMatchObject({ name: 'ProblemError', code, status: 400 });
    expect(await readFile(stateFile, 'utf8')).toBe(state);
    expect(await requests('/abort')).toEqual([]);
    const session = await upload(client, file, target);
    expect(session).toMatchObject({ lifecycleStatus: 'ready', filename: 'upload.zip' });
    expect(session.upload_id).toBe(JSON.parse(state).upload_id);
  });

  it('an upload to another version does not abort one whose bytes are complete', async () => {
    await withFaults();
    const first = await upload(client, file, target, { longestWaitMs: 0 });
    const { body } = await client.post('/mods/{mod_id}/versions', {
      params: { path: { mod_id: facts.draft_mod } },
      body: { version: `0.${count}.1-${newKey().slice(0, 8)}` },
    });
    await upload(client, file, { ...target, versionId: body.data.id });
    expect(await requests('/abort')).toEqual([]);
    const path = { upload_id: first.upload_id };
    const read = await client.get('/uploads/{upload_id}', { params: { path } });
    expect(read.body.data.lifecycleStatus).not.toBe('cancelled');
  });

  it('a file that changes while it is sent is refused', async () => {
    await withFaults();
    let hasChanged = false;
    const sent = upload(client, file, target, {
      progress: ({ phase }) => {
        if (phase !== 'sending' || hasChanged) return;
        hasChanged = true;
        void appendFile(file, 'more');
      },
    });
    await expect(sent).rejects.toThrow(FileError);
    await expect(sent).rejects.toMatchObject({ fault: 'changed' });
    expect(await requests('/complete')).toEqual([]);
  });

  it('a second process on the same file is refused plainly', async () => {
    await withFaults();
    const both = await Promise.allSettled([
      upload(client, file, target),
      upload(client, file, target),
    ]);
    const refused = both.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ reason: { fault: 'busy' } });
  });

  it('a full disk is said plainly although not even the lock has room', async () => {
    await fullDisk();
    await expect(upload(client, file, target)).rejects.toMatchObject({ fault: 'disk_full' });
  });

  it('a file that is no archive ends as failed, with findings and without a state', async () => {
    await writeFile(file, randomBytes(5_000));
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('failed');
    expect(session.failure?.code).toMatch(/^archive_/);
    expect(await readdir(join(file, '..'))).toEqual(['upload.zip']);
  });

  it('parts are sent four at a time, and a lost one is sent again', async () => {
    await writeFile(file, zip(101 * MEBIBYTE));
    await withFaults(
      {
        match: { method: 'PUT', path: '/storage/' },
        skip: 2,
        fault: { kind: 'status', status: 410 },
      },
      {
        match: { method: 'PUT', path: '/storage/' },
        skip: 4,
        fault: { kind: 'cut-request', after: 5 * MEBIBYTE },
      },
    );
    const session = await upload(client, file, target);
    expect(session).toMatchObject({ lifecycleStatus: 'ready', strategy: 'multipart' });
    expect((await puts()).length).toBeGreaterThan(7);
    expect(Math.max(...(await puts()).map((one) => one.in_flight))).toBe(4);
  });

  it('a later run finds the session by its id, and sends only the missing parts', async () => {
    await writeFile(file, zip(101 * MEBIBYTE));
    await withFaults();
    await stopped(({ doneBytes }) => doneBytes > 80 * MEBIBYTE);
    const sent = (await puts()).filter(({ status }) => status === 200).length;
    expect(sent).toBeGreaterThan(0);
    // As if the service had forgotten the key: a create would start a second session.
    await withFaults({
      match: { method: 'POST', path: '^/v1/uploads$' },
      fault: { kind: 'refuse' },
    });
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('ready');
    expect(await sessions()).toEqual([]);
    // A part may have arrived although its response was lost.
    expect((await puts()).length).toBeLessThanOrEqual(7 - sent);
    expect((await puts()).length).toBeGreaterThan(0);
  });

  it('a session whose key is forgotten is aborted before a second one sends', async () => {
    await withFaults();
    await stopped(() => true);
    const path = `${file}.modport-upload.json`;
    const state = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...state, key: newKey() }));
    const session = await upload(client, file, target);
    expect(session.lifecycleStatus).toBe('ready');
    const aborted = (await requests('/abort')).map((one) => one.path);
    expect(aborted).toEqual([`/v1/uploads/${state.upload_id}/abort`]);
  });

  it('a later run completes an upload whose parts an earlier run named before the store joined them', async () => {
    await writeFile(file, zip(101 * MEBIBYTE));
    await withFaults({
      match: { method: 'POST', path: '/complete$' },
      times: 9,
      fault: { kind: 'drop-response' },
    });
    await expect(upload(client, file, target)).rejects.toThrow(TransportError);
    const { upload_id } = JSON.parse(await readFile(`${file}.modport-upload.json`, 'utf8'));
    const path = `/v1/uploads/${upload_id}$`;
    const read = await client.get('/uploads/{upload_id}', { params: { path: { upload_id } } });
    // As if the service had died after the store joined the parts.
    const { data } = read.body;
    const progress = { ...data.progress, available: true, percent: 100, completedParts: [] };
    const joined = { data: { ...data, lifecycleStatus: 'uploading', progress } };
    const body = JSON.stringify(joined);
    const fault = { kind: 'status', status: 200, type: 'application/json', body };
    await withFaults({ match: { method: 'GET', path }, times: 2, fault });
    const session = await upload(client, file, target);
    expect(session).toMatchObject({ lifecycleStatus: 'ready', upload_id });
    expect(await requests('/complete')).toHaveLength(1);
    expect(await puts()).toEqual([]);
  });
});
