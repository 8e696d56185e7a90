import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProblemWriter } from '../../rest-facade/problem.js';
import type { Log } from '../../src/platform/log.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createListener, type Patience, respondOn } from '../../src/server/listener.js';
import { allOf, dial, type RawAnswer, rawRequest } from '../raw-http.js';

const QUICK: Patience = {
  headSeconds: 0.2,
  requestSeconds: 2,
  keepAliveSeconds: 5,
  silentSeconds: 5,
  checkSeconds: 0.05,
};

const entries: [level: string, fields: object][] = [];
const at = (level: string) => (fields: object) => void entries.push([level, fields]);
const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };

const server = createListener(QUICK);
let port = 0;
let release = () => {};

beforeAll(async () => {
  const sendProblem = createProblemWriter({ publicUrl: 'https://modport.test', log });
  respondOn(server, {
    sendProblem,
    headers: { 'X-Content-Type-Options': 'nosniff' },
    bodySeconds: 0.2,
    async serve(req, res) {
      if (req.url === '/slow') await new Promise<void>((resolve) => (release = resolve));
      const body = req.url === '/storage/unread' ? '' : await text(req).catch(() => null);
      if (body === null) return;
      const answer = `${req.method} ${req.url} ${body}`;
      res.writeHead(200, { 'Content-Length': answer.length }).end(answer);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});
afterEach(() => {
  entries.length = 0;
});

function expectProblem(answers: readonly RawAnswer[], status = 400, code = 'invalid_request') {
  const [answer] = answers;
  expect(answers.length).toBe(1);
  expect(answer?.status).toBe(status);
  expect(answer?.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[\w.:~-]+$/),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  const document = JSON.parse(answer?.body ?? '');
  expect(document).toMatchObject({ status, code, request_id: answer?.headers['x-request-id'] });
}

const head = (...lines: string[]) =>
  `${['GET / HTTP/1.1', 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;
const post = (...lines: string[]) => `${['POST / HTTP/1.1', 'Host: x', ...lines].join('\r\n')}`;

describe('malformed requests', () => {
  it.each([
    ['noise', 'hello there\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts', head('Host: y')],
    ['a header without a colon', head('nonsense')],
    ['a space before the colon', head('X-A : 1')],
    ['a folded header', head('X-A: 1', ' more')],
    ['a control character', head('X-A: a\x01b')],
    ['a bare newline', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['an invalid length', `${post('Content-Length: 1x')}\r\n\r\nx`],
    ['a negative length', `${post('Content-Length: -1')}\r\n\r\n`],
    ['two lengths', `${post('Content-Length: 1', 'Content-Length: 2')}\r\n\r\nxx`],
    [
      'a length and chunks',
      `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
    ],
    ['an unknown coding', `${post('Transfer-Encoding: gzip, chunked')}\r\n\r\n0\r\n\r\n`],
    ['chunks not last', `${post('Transfer-Encoding: chunked, gzip')}\r\n\r\n0\r\n\r\n`],
    ['a coding with a similar name', `${post('Transfer-Encoding: xchunked')}\r\n\r\n0\r\n\r\n`],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a malformed chunk', `${post('Transfer-Encoding: chunked')}\r\n\r\nZZ\r\nhello`],
    [
      'endless chunk extensions',
      `${post('Transfer-Encoding: chunked')}\r\n\r\n1;${'x'.repeat(20_000)}`,
    ],
    ['an unknown expectation', head('Expect: 200-maybe')],
    ['headers that are too long', head(`X-A: ${'x'.repeat(LIMITS.headerBytes)}`)],
    [
      'a URL that is too long',
      `GET /${'x'.repeat(LIMITS.headerBytes)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ],
    ['too many headers', head(...Array.from({ length: LIMITS.headersPerRequest }, () => 'A: b'))],
  ])(
    'a malformed request gets a problem document and ends the connection: %s',
    async (_name, bytes) => {
      expectProblem(await rawRequest(port, Buffer.from(bytes, 'latin1')));
    },
  );

  it('a malformed request is logged once at level info, without its bytes', async () => {
    const socket = await dial(
      port,
      'GET / HTTP/1.1\r\nAuthorization: Bearer hunter2\r\nbroken\r\n\r\n',
    );
    for (let i = 0; i < 5; i += 1) socket.write('more of it\r\n');
    expectProblem(await allOf(socket));
    expect(entries.map(([level]) => level)).toEqual(['info']);
    expect(inspect(entries, { depth: 9 })).not.toMatch(/hunter2|48, 75|rawPacket/);
  });

  it('a malformed request gets its response after the earlier requests of the connection', async () => {
    const broken = once(server, 'clientError');
    const socket = await dial(port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    const answers = allOf(socket);
    await broken;
    // The parser reports every later packet again.
    const brokenAgain = once(server, 'clientError');
    socket.write('more of it\r\n');
    await brokenAgain;
    release();
    const [first, ...rest] = await answers;
    expect([first?.status, first?.body]).toEqual([200, 'GET /slow ']);
    expectProblem(rest);
  });

  it('a body that breaks after the response gets no second response', async () => {
    const socket = await dial(
      port,
      `POST /storage/unread HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    await once(socket, 'readable');
    socket.write('ZZ\r\n');
    const answers = await allOf(socket);
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

describe('a slow client', () => {
  it('a client with an incomplete head gets a problem after the time limit', async () => {
    expectProblem(await rawRequest(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-A'));
  });

  it('a client with an incomplete body gets a problem after the time limit', async () => {
    expectProblem(await rawRequest(port, `${post('Content-Length: 5')}\r\n\r\nab`));
  });

  it('a client that sends nothing gets no response, because browsers open connections in advance', async () => {
    expect(await rawRequest(port, '')).toEqual([]);
  });

  it('a slow upload to /storage is served after the body time limit', async () => {
    const socket = await dial(
      port,
      `PUT /storage/x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nab`,
    );
    const answers = allOf(socket);
    // Another refused request shows that the usual time limit for a body has passed.
    expectProblem(await rawRequest(port, `${post('Content-Length: 5')}\r\n\r\nab`));
    socket.write('cd');
    expect((await answers).map(({ status, body }) => [status, body])).toEqual([
      [200, 'PUT /storage/x abcd'],
    ]);
  });
});

describe('unusual requests', () => {
  it('a CONNECT request is refused with 404', async () => {
    const bytes =
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nX-Request-Id: mine\r\n\r\n';
    const answers = await rawRequest(port, bytes);
    expectProblem(answers, 404, 'not_found');
    expect(answers[0]?.headers['x-request-id']).toBe('mine');
  });

  it.each([
    ['HTTP/1.0 without Host', 'GET /old HTTP/1.0\r\n\r\n', 'GET /old '],
    [
      'an upgrade that the service ignores',
      head('Connection: close, Upgrade', 'Upgrade: websocket'),
      'GET / ',
    ],
    [
      'an absolute URL',
      'GET http://x/a?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET /a?b ',
    ],
    [
      'an absolute URL without a path',
      'GET http://x?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET /?b ',
    ],
    [
      'chunks',
      `${post('Transfer-Encoding: Chunked', 'Connection: close')}\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
      'POST / hi',
    ],
    [
      '100-continue',
      `${post('Expect: 100-continue', 'Content-Length: 2', 'Connection: close')}\r\n\r\nhi`,
      'POST / hi',
    ],
  ])('an unusual but valid request is served: %s', async (_name, bytes, body) => {
    const [answer, ...more] = await rawRequest(port, bytes);
    expect([answer?.status, answer?.body, more]).toEqual([200, body, []]);
    expect(answer?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('a request with the maximum number of headers keeps all of them', async () => {
    const many = Array.from({ length: LIMITS.headersPerRequest - 3 }, (_, i) => `X-${i}: 1`);
    const [answer] = await rawRequest(
      port,
      head(...many, 'X-Request-Id: last', 'Connection: close'),
    );
    expect([answer?.status, answer?.headers['x-request-id']]).toEqual([200, 'last']);
  });
});
