import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_WRITE, refusalOf, startToy, type Toy } from './toy.js';
import { NOTE } from './toy-schema.js';

describe('JSON bodies', () => {
  let toy: Toy;
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    toy.send('POST', '/v1/notes', { headers: { ...GOOD_WRITE, ...headers }, body });
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());

  it.each([
    'application/json',
    'Application/JSON; Charset="UTF-8"',
    'application/merge-patch+json',
  ])('a body of type %s is accepted', async (type) => {
    expect((await post('{"title":"x"}', { 'content-type': type })).status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'json',
  ])('a body of type %s is rejected', async (type) => {
    const response = await post('{"title":"x"}', { 'content-type': type });
    expect(await refusalOf(response)).toEqual([400, 'invalid_request']);
  });

  it('a body can begin with a byte order mark', async () => {
    expect((await post('\ufeff{"title":"x"}')).status).toBe(201);
  });

  it.each(['{', '', 'undefined', '{"title":"x"} trailing', "{'title':1}"])(
    'a body that is no JSON is rejected: %j',
    async (body) => {
      expect(await refusalOf(await post(body))).toEqual([400, 'invalid_json']);
    },
  );

  it('a body that is no UTF-8 is rejected', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')]);
    expect(await refusalOf(await post(bytes))).toEqual([400, 'invalid_json']);
  });

  it('a compressed body is rejected, not inflated', async () => {
    const response = await post('{"title":"x"}', { 'content-encoding': 'gzip' });
    expect(await refusalOf(response)).toEqual([400, 'invalid_request']);
  });

  it('a deeply nested body is rejected', async () => {
    const deep = `{"title":"x","extra_data":${'['.repeat(1500)}${']'.repeat(1500)}}`;
    expect(await refusalOf(await post(deep))).toEqual([400, 'invalid_request']);
    const escaped = deep.replace('"x"', '"\\u0041"');
    expect(await refusalOf(await post(escaped))).toEqual([400, 'invalid_request']);
  });

  it('a body with the character NUL is rejected, and one with the escaped text \\u0000 is accepted', async () => {
    const response = await post('{"title":"x","extra_data":{"a":["b\\u0000"]}}');
    expect(await refusalOf(response)).toEqual([400, 'invalid_request']);
    expect((await post('{"title":"say \\\\u0000"}')).status).toBe(201);
  });

  it('a body with half of a surrogate pair is rejected, wherever it occurs', async () => {
    for (const half of [
      '"x\\ud83d"',
      '["\\udc00x"]',
      '{"\\ud800":1}',
      '{"a":{"b":"\\udf00\\ud83c"}}',
    ]) {
      const response = await post(`{"title":"x","extra_data":${half}}`);
      expect([half, ...(await refusalOf(response))]).toEqual([half, 400, 'invalid_request']);
    }
    expect((await post('{"title":"whole \\ud83d\\ude00 or \\\\ud83d"}')).status).toBe(201);
  });

  it('a body over the limit of its route returns 413, announced or not', async () => {
    const fits = JSON.stringify({ title: 'x'.repeat(4096 - 12) });
    expect((await post(fits)).status).toBe(201);
    expect(await refusalOf(await post(`${fits} `))).toEqual([413, 'request_body_too_large']);
    const req = request(`${toy.url}/v1/notes`, { method: 'POST', headers: { ...GOOD_WRITE } });
    for (let i = 0; i < 50; i += 1) req.write(Buffer.alloc(1000, 32));
    req.end();
    const [res] = await once(req, 'response');
    expect([res.statusCode, await text(res)]).toEqual([413, expect.stringContaining('too_large')]);
  });

  it('an enormous body is not read to its end', async () => {
    const socket = connect(toy.port, '127.0.0.1');
    const headers = Object.entries(GOOD_WRITE).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /v1/notes HTTP/1.1\r\nhost: x\r\n${headers.join('')}content-length: 99999999999\r\n\r\n`,
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
  });

  it('an interrupted body does not affect the next request', async () => {
    const socket = connect(toy.port, '127.0.0.1');
    const headers = Object.entries(GOOD_WRITE).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /v1/notes HTTP/1.1\r\nhost: x\r\n${headers.join('')}content-length: 50\r\n\r\n{`,
    );
    socket.end();
    await once(socket.resume(), 'close');
    expect((await toy.send('GET', `/v1/notes/${NOTE}`)).status).toBe(200);
  });

  it('an optional body can be omitted together with its type', async () => {
    const { 'content-type': _, ...untyped } = GOOD_WRITE;
    const headers = { ...untyped, 'idempotency-key': 'no-body' };
    const response = await toy.send('POST', `/v1/sessions/${NOTE}/complete`, { headers });
    expect(response.status).toBe(202);
  });
});
