import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download, IntegrityError, ProblemError, TransportError } from '@modport/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { namesBeside, sha256Of } from './support/files.js';
import { temporaryFolder } from './support/folder.js';
import { fetches, mod, type Rule, requests, testClient, withFaults } from './support/service.js';

const BYTES = '/storage/';
const file = mod('stand-alone');
const client = testClient();

let target: string;
beforeEach(async () => {
  target = join(await temporaryFolder(), 'mod.zip');
});

const sha256 = sha256Of;
const names = () => namesBeside(target);

const get = (fault: Rule['fault'], more: Partial<Rule> = {}): Rule => ({
  match: { method: 'GET', path: BYTES },
  ...more,
  fault,
});

describe('download', () => {
  it('a download has the declared bytes, and leaves no other file', async () => {
    await withFaults();
    const phases = new Set<string>();
    const done = await download(client, file.artifact_id, target, {
      progress: ({ phase }) => phases.add(phase),
    });
    expect(done).toMatchObject({ path: target, sha256: file.sha256, sizeBytes: file.size });
    expect(done.originalFilename).toBe(file.filename);
    expect(await sha256(target)).toBe(file.sha256);
    expect(await names()).toEqual(['mod.zip']);
    expect([...phases]).toEqual(['resolving', 'receiving', 'verifying']);
  });

  it('a download replaces an older file only after verification', async () => {
    await writeFile(target, 'the old version');
    await withFaults(get({ kind: 'corrupt', at: 10 }, { times: 9 }));
    await expect(download(client, file.artifact_id, target)).rejects.toThrow(IntegrityError);
    expect(await readFile(target, 'utf8')).toBe('the old version');
    await withFaults();
    await download(client, file.artifact_id, target);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it('a download goes on after a cut with the Range and the If-Match of the rest', async () => {
    await withFaults(get({ kind: 'cut', after: 100_000 }));
    await download(client, file.artifact_id, target);
    const [first, second] = await fetches();
    expect(first).toMatchObject({ range: null, if_match: null });
    expect(second?.range).toMatch(/^bytes=\d+-$/);
    const from = Number(second?.range?.slice(6, -1));
    expect(from).toBeGreaterThan(0);
    expect(from).toBeLessThanOrEqual(100_000);
    expect(second?.if_match).toMatch(/^"/);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it('a body cut after every k-th byte still becomes the file', async () => {
    const step = 17_001;
    const cuts = Math.ceil(file.size / step);
    await withFaults(get({ kind: 'cut', after: step }, { times: cuts }));
    await download(client, file.artifact_id, target);
    expect((await fetches()).length).toBeGreaterThan(10);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it.each([0, 1, 2, 1023, 65_536, 262_143])(
    'a body cut after %i bytes is resumed',
    async (after) => {
      await withFaults(get({ kind: 'cut', after }));
      await download(client, file.artifact_id, target);
      expect(await sha256(target)).toBe(file.sha256);
    },
  );

  it('a later run goes on from the bytes that a cancelled run stored', async () => {
    const stop = new AbortController();
    await withFaults();
    const big = mod('large-pack');
    const first = download(client, big.artifact_id, target, {
      signal: stop.signal,
      progress: ({ receivedBytes }) =>
        receivedBytes > 1_000_000 && stop.abort(new Error('stopped')),
    });
    await expect(first).rejects.toThrow('stopped');
    expect(await names()).toEqual(['mod.zip.part', 'mod.zip.part.json']);
    const state = await readFile(`${target}.part.json`, 'utf8');
    expect(Object.keys(JSON.parse(state)).sort()).toEqual([
      'artifact_id',
      'download_job_id',
      'download_session_id',
      'grant_id',
    ]);
    expect(state).not.toContain('http');
    await withFaults();
    await download(client, big.artifact_id, target);
    const [only, ...others] = await fetches();
    expect(others).toEqual([]);
    expect(Number(only?.range?.slice(6, -1))).toBeGreaterThan(1_000_000);
    expect(await sha256(target)).toBe(big.sha256);
    expect(await names()).toEqual(['mod.zip']);
  });

  it('a store that ignores Range does not join bytes twice', async () => {
    await withFaults(
      get({ kind: 'cut', after: 50_000 }),
      get({ kind: 'ignore-range' }, { times: 5 }),
    );
    await download(client, file.artifact_id, target);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it('wrong bytes are fetched once more, and then refused', async () => {
    await withFaults(get({ kind: 'corrupt', at: 1000 }));
    await download(client, file.artifact_id, target);
    expect(await fetches()).toHaveLength(2);
    expect(await sha256(target)).toBe(file.sha256);
    await withFaults(get({ kind: 'corrupt', at: 1000 }, { times: 9 }));
    const again = `${target}.again`;
    await expect(download(client, file.artifact_id, again)).rejects.toMatchObject({
      fault: 'digest',
    });
    expect(await names()).toEqual(['mod.zip']);
  });

  it.each([410, 403, 412])(
    'status %i of the store makes the client resolve again',
    async (status) => {
      await withFaults(get({ kind: 'cut', after: 30_000 }), get({ kind: 'status', status }));
      await download(client, file.artifact_id, target);
      const resolves = (await requests('/resolve')).length;
      expect(resolves).toBe(3);
      expect(await sha256(target)).toBe(file.sha256);
      const heads = (await requests(BYTES)).filter(({ method }) => method === 'HEAD');
      expect(heads).toHaveLength(status === 412 ? 1 : 0);
    },
  );

  it.each([503, 429, 500])('status %i of the store is waited out', async (status) => {
    await withFaults(
      get({ kind: 'status', status, headers: { 'retry-after': '0' } }, { times: 2 }),
    );
    await download(client, file.artifact_id, target);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it.each([503, 429])('status %i of the API is retried with the same key', async (status) => {
    const headers = { 'retry-after': '0' };
    await withFaults({
      match: { path: '/resolve$' },
      times: 2,
      fault: { kind: 'status', status, headers },
    });
    await download(client, file.artifact_id, target);
    const [a, b, c] = await requests('/resolve');
    const keys = [a, b, c].map((one) => one?.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(await sha256(target)).toBe(file.sha256);
  });

  it('a store that is down for good is an error, and the stored bytes stay', async () => {
    await withFaults(
      get({ kind: 'cut', after: 40_000 }),
      get({ kind: 'status', status: 503 }, { times: 50 }),
    );
    await expect(download(client, file.artifact_id, target)).rejects.toThrow(TransportError);
    expect(await names()).toEqual(['mod.zip.part', 'mod.zip.part.json']);
  });

  it('a refused place is waited for, and the next request names its job', async () => {
    const job = { id: '01a21661-3a90-7000-8000-000000000000' };
    const problem = { code: 'download_rate_limited', title: 'T', retryable: true };
    const body = JSON.stringify({ ...problem, retry_after_seconds: 0, download_job: job });
    const fault = { kind: 'status', status: 429, type: 'application/problem+json', body };
    await withFaults({ match: { method: 'POST', path: '/resolve$' }, fault });
    const sent: unknown[] = [];
    const watching = testClient({
      fetch: async (input, init) => {
        if (input instanceof Request && input.url.endsWith('/resolve')) {
          sent.push(await input.clone().json());
        }
        return fetch(input, init);
      },
    });
    const phases = new Set<string>();
    await download(watching, file.artifact_id, target, {
      progress: ({ phase }) => phases.add(phase),
    });
    expect(sent.slice(0, 2)).toEqual([{}, { download_job: job }]);
    expect(phases).toContain('waiting');
    expect(await sha256(target)).toBe(file.sha256);
  });

  it('a digest that the caller knows must be that of the file', async () => {
    const wanted = { sha256: 'a'.repeat(64) };
    await expect(download(client, file.artifact_id, target, wanted)).rejects.toThrow(
      IntegrityError,
    );
    expect(await fetches()).toEqual([]);
  });

  it('an unknown file is a typed problem', async () => {
    const unknown = '01980000-0000-7000-8000-00000000dead';
    const refused = download(client, unknown, target);
    await expect(refused).rejects.toThrow(ProblemError);
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
    expect(await names()).not.toContain('mod.zip');
  });
});

describe('expired and second addresses', () => {
  /** The response of a resolve, changed, for the first resolve of the next download. */
  async function changedResolve(change: (data: Record<string, unknown>) => void): Promise<Rule> {
    const { body } = await client.post('/downloads/{artifact_id}/resolve', {
      params: { path: { artifact_id: file.artifact_id } },
      body: {},
    });
    const data = { ...body.data };
    change(data as Record<string, unknown>);
    return {
      match: { method: 'POST', path: '/resolve$' },
      fault: {
        kind: 'status',
        status: 200,
        type: 'application/json',
        body: JSON.stringify({ data }),
      },
    };
  }

  it('an address is renewed before it expires, not after', async () => {
    const old = await changedResolve((data) => {
      data['refresh_after_seconds'] = 0;
    });
    await withFaults(old);
    await download(client, file.artifact_id, target);
    // The first resolve, the renewal before any byte, and the report.
    expect(await requests('/resolve')).toHaveLength(3);
    expect(await fetches()).toHaveLength(1);
  });

  it.each([
    ['another artifact size', 'size_bytes', -1, 'size'],
    ['an invalid digest', 'sha256', 'A'.repeat(64), 'digest'],
    ['two digests', 'hashes', { sha256: 'b'.repeat(64) }, 'digest'],
    ['an address of a local file', 'primary_url', 'file:///etc/passwd', 'address'],
    ['an address with a user', 'primary_url', 'http://a:b@127.0.0.1/', 'address'],
    ['no address', 'primary_url', undefined, 'address'],
  ])(
    'a resolve with %s is an integrity error, and nothing is fetched',
    async (_name, member, value, fault) => {
      await withFaults(
        await changedResolve((data) => {
          data[member] = value;
        }),
      );
      await expect(download(client, file.artifact_id, target)).rejects.toMatchObject({ fault });
      expect(await fetches()).toEqual([]);
      expect(await names()).not.toContain('mod.zip');
    },
  );

  it('a service that changes the file during a download is refused', async () => {
    const other = await changedResolve((data) => {
      data['sha256'] = 'c'.repeat(64);
      data['hashes'] = { sha256: 'c'.repeat(64) };
    });
    await withFaults({ ...other, skip: 1 }, get({ kind: 'status', status: 410 }));
    await expect(download(client, file.artifact_id, target)).rejects.toMatchObject({
      fault: 'digest',
    });
    expect(await names()).toEqual([]);
  });
});
