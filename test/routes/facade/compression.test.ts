import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCompressor } from '../../../src/edge/compressor.js';
import { useWorld } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';

const world = useWorld({}, { jobs: 'when-settled' });
const LONG = 'A lantern road through the hills. '.repeat(60);

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends the request unchanged: `fetch` would add headers and decode the body. */
function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  { method = 'GET', body = '' } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(`${world.baseUrl}${path}`, { method, headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode = 0, headers } = res;
        resolve({ status: statusCode, headers, bytes, text: decoded(bytes, headers) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function decoded(bytes: Buffer, headers: Received['headers']): string {
  if (bytes.length === 0) return '';
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes).toString();
  return bytes.toString();
}

const coded = (coding: string) => ({ 'Accept-Encoding': coding });
const varyOf = ({ headers }: Received) =>
  String(headers['vary'] ?? '')
    .toLowerCase()
    .split(', ');
let modId: string;
let token: string;

beforeAll(async () => {
  await newGame(world, 'long');
  const ada = await world.creator('ada');
  token = ada.token ?? '';
  const mod = await bareMod(ada, 'long', { description: { en: LONG } });
  modId = mod.id;
});

const PUBLIC = ['/v1/openapi.json', '/docs', '/', '/problems', '/playground'];

describe('text responses above 1 kB', () => {
  it.each(PUBLIC)('%s is sent in br or gzip with the same content', async (path) => {
    const plain = await ask(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(varyOf(plain)).toContain('accept-encoding');
    for (const coding of ['br', 'gzip']) {
      const small = await ask(path, coded(coding));
      expect([small.status, small.headers['content-encoding']]).toEqual([200, coding]);
      expect(Number(small.headers['content-length'])).toBe(small.bytes.length);
      expect(small.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
      expect(varyOf(small)).toContain('accept-encoding');
      if (path !== '/playground') expect(small.text).toBe(plain.text);
    }
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['identity;q=0, br', 'br'],
    ['deflate', undefined],
    ['*', 'br'],
    ['', undefined],
    ['br, '.repeat(500), 'br'],
  ])('Accept-Encoding %j selects %s', async (header, coding) => {
    const answer = await ask('/v1/openapi.json', coded(header));
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
    expect(JSON.parse(answer.text).openapi).toBe('3.1.0');
  });

  it('a GraphQL response is compressed', async () => {
    const body = JSON.stringify({ query: '{ __schema { types { name description } } }' });
    const type = { 'Content-Type': 'application/json', ...coded('br') };
    const answer = await ask('/graphql', type, { method: 'POST', body });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(JSON.parse(answer.text).data.__schema.types.length).toBeGreaterThan(50);
  });
});

describe('ETags of compressed responses', () => {
  it('all codings of a public response share one weak ETag that gives 304 for each coding', async () => {
    const tags = await Promise.all(
      ['identity', 'br', 'gzip'].map(async (coding) => {
        const { headers } = await ask('/v1/openapi.json', coded(coding));
        return String(headers['etag']);
      }),
    );
    expect(new Set(tags).size).toBe(1);
    expect(tags[0]).toMatch(/^W\/"/);
    for (const coding of ['identity', 'br', 'gzip']) {
      const same = await ask('/v1/openapi.json', {
        ...coded(coding),
        'If-None-Match': tags[0] ?? '',
      });
      expect([same.status, same.bytes.length, same.headers['etag']]).toEqual([304, 0, tags[0]]);
      expect(same.headers['content-encoding']).toBeUndefined();
      expect(varyOf(same)).toContain('accept-encoding');
    }
  });

  it('a response with a strong ETag is not compressed, and its ETag works in If-Match', async () => {
    const auth = {
      ...coded('br'),
      Authorization: `Bearer ${token}`,
      'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
      'X-Service-Client': 'modport-tests',
      'X-Service-Client-Version': '1.0',
    };
    const draft = await ask(`/v1/mods/${modId}`, auth);
    const etag = String(draft.headers['etag']);
    expect(etag).toMatch(/^"/);
    expect(draft.headers['content-encoding']).toBeUndefined();
    const change = await ask(
      `/v1/mods/${modId}`,
      { ...auth, 'If-Match': etag, 'Content-Type': 'application/json' },
      { method: 'PATCH', body: JSON.stringify({ title: { en: 'Another title' } }) },
    );
    expect(change.status).toBe(200);
  });
});

describe('HEAD', () => {
  it('HEAD has the Content-Encoding of GET and no Content-Length of another coding', async () => {
    for (const path of PUBLIC) {
      const plain = await ask(path, {}, { method: 'HEAD' });
      expect([plain.status, plain.bytes.length]).toEqual([200, 0]);
      expect(plain.headers['content-encoding']).toBeUndefined();
      const head = await ask(path, coded('br'), { method: 'HEAD' });
      const { headers } = head;
      expect([path, headers['content-encoding'], head.bytes.length]).toEqual([path, 'br', 0]);
      expect([headers['content-length'], headers['transfer-encoding']]).toEqual([
        undefined,
        undefined,
      ]);
    }
  });
});

describe('uncompressed responses', () => {
  it('a response below 1 kB is not compressed', async () => {
    const answer = await ask('/v1/none', coded('br'));
    expect([answer.status, answer.headers['content-encoding']]).toEqual([404, undefined]);
    expect(answer.bytes.length).toBeLessThan(1024);
  });

  it('a file at a signed URL is not compressed, whole or as a range', async () => {
    const { storage } = world.platform;
    const text = Buffer.from(LONG);
    const far = new Date(world.clock.now().getTime() + 60_000);
    const put = await storage.signPut(
      'staging/text',
      { sizeBytes: text.length, contentType: 'text/plain' },
      far,
    );
    await fetch(put.url, { method: 'PUT', headers: put.headers, body: text });
    const { url } = await storage.signGet('staging/text', {}, far);
    const path = new URL(url).pathname;
    const whole = await ask(path, coded('br, gzip'));
    expect([whole.status, whole.headers['content-encoding'], whole.text]).toEqual([
      200,
      undefined,
      LONG,
    ]);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const part = await ask(path, { ...coded('br'), Range: 'bytes=2-1500' });
    expect([part.status, part.headers['content-encoding']]).toEqual([206, undefined]);
    expect(part.text).toBe(LONG.slice(2, 1501));
  });

  it.each([
    ['cross-site', undefined],
    ['same-site', undefined],
    [undefined, undefined],
    ['same-origin', 'br'],
    ['none', 'br'],
  ])(
    'a page for a request with cookies is never compressed for other sites (Sec-Fetch-Site: %s)',
    async (site, coding) => {
      const fetchSite = site === undefined ? {} : { 'Sec-Fetch-Site': site };
      const headers = {
        ...coded('br'),
        Accept: 'text/html',
        Cookie: 'modport_visit=x',
        ...fetchSite,
      };
      const answer = await ask('/account/sign-in?next=/guess', headers);
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding]);
      expect(varyOf(answer)).toContain('accept-encoding');
    },
  );
});

describe('compressor', () => {
  const body = Buffer.from(LONG);

  it('the compressor returns null while too many bodies wait', async () => {
    const compressor = createCompressor({ atOnce: 1, waiting: 2 });
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => compressor.compress('br', body, false)),
    );
    expect(all.map((made) => made !== null)).toEqual([true, true, true, false, false]);
  });

  it('the compressor compresses a public body once per coding for all callers', async () => {
    const compressor = createCompressor();
    const again = Buffer.from(LONG);
    const [first, second] = await Promise.all([
      compressor.compress('br', body, true),
      compressor.compress('br', again, true),
    ]);
    expect(second).toBe(first);
    expect(await compressor.compress('br', again, true)).toBe(first);
    const zipped = await compressor.compress('gzip', body, true);
    expect(gunzipSync(zipped ?? Buffer.alloc(0)).toString()).toBe(LONG);
  });

  it('the compressor caches no private body', async () => {
    const compressor = createCompressor();
    const first = await compressor.compress('br', body, false);
    expect(await compressor.compress('br', body, false)).not.toBe(first);
  });

  it('the compressor evicts old bodies when its cache is full', async () => {
    const compressor = createCompressor({ cacheBytes: 100 });
    const first = await compressor.compress('br', body, true);
    expect(first?.length).toBeLessThan(100);
    await compressor.compress('br', Buffer.from(`${LONG}!`), true);
    await compressor.compress('br', Buffer.from(`${LONG}?`), true);
    expect(await compressor.compress('br', body, true)).not.toBe(first);
  });
});
