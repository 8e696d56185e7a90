import { expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { bareMod, declarationOf, draftVersion, newGame, putBytes } from '../../publishing.js';
import { type RawAnswer, sendWhole } from '../../raw-http.js';

const world = useWorld({}, { jobs: 'when-settled' });
const bytes = new Uint8Array(16 * 1024 * 1024);

/** Sends 16 MiB on a connection that ends with the response, which is read after the last byte. */
async function sendAll(method: string, url: string, headers: object = {}): Promise<RawAnswer> {
  const { host, port, pathname } = new URL(url, world.baseUrl);
  const given = { Host: host, Connection: 'close', 'Content-Length': bytes.length, ...headers };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const [answer, ...others] = await sendWhole(Number(port), head, bytes);
  if (!answer || others.length > 0) throw new Error('not exactly one response');
  return answer;
}

/** Reserves an upload of some bytes; returns its signed PUT. */
async function signedPut(name: string, content: Uint8Array): Promise<Json> {
  await newGame(world, name);
  const actor = await world.creator(name);
  const { id: modId } = await bareMod(actor, name);
  const { id: versionId } = await draftVersion(actor, modId, { version: '1' });
  const made = await actor.post('/uploads', declarationOf({ modId, versionId }, content));
  return made.body.data.upload;
}

it('a repeated signed PUT with Connection: close gets its 412 after the whole body, and says to complete', async () => {
  const upload = await signedPut('twice', bytes);
  expect((await putBytes(upload, bytes)).status).toBe(200);
  const answer = await sendAll('PUT', upload.url, upload.headers);
  const { code, detail } = JSON.parse(answer.body);
  expect([answer.status, code]).toEqual([412, 'precondition_failed']);
  expect(detail).toContain('complete the upload');
  expect(detail).not.toContain('If-Match');
});

it('a signed PUT of another length with Connection: close gets its 400 after the whole body', async () => {
  const upload = await signedPut('longer', bytes.subarray(1));
  const answer = await sendAll('PUT', upload.url, upload.headers);
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'invalid_size']);
});

const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
const fields = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };
const identity = {
  'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
  'X-Service-Client': 'modport-tests',
  'X-Service-Client-Version': '1.0',
};
const media = '/v1/mods/00000000-0000-4000-8000-000000000000/media';

it.each([
  ['a REST operation', '/v1/mods', { ...identity, ...json }, 401],
  ['an upload of a picture', media, { ...identity, ...form }, 401],
  ['a GraphQL operation', '/graphql', json, 413],
  ['a GraphQL form', '/graphql', { ...identity, ...form }, 401],
  ['a page', '/account/sign-in', { ...fields, Origin: '' }, 413],
  ['the token endpoint', '/oauth/token', fields, 413],
  ['an unknown address', '/unknown', json, 404],
])(
  'a body of 16 MiB that is refused early with Connection: close is read to its end: %s',
  async (_what, path, headers, status) => {
    const sent = { ...headers, ...('Origin' in headers ? { Origin: world.baseUrl } : {}) };
    expect((await sendAll('POST', path, sent)).status).toBe(status);
  },
);
