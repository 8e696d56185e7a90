import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProblemWriter } from '../../rest-facade/problem.js';
import { silentLog } from '../../src/platform/log.js';
import { createListener, type Responding, respondOn } from '../../src/server/listener.js';
import { allOf, dial, type RawAnswer, sendWhole } from '../raw-http.js';

/** Longer than any test lasts. */
const LONG_SECONDS = 60;

const served: unknown[] = [];

/** Serves requests whose bodies are not read, or only in part. */
async function open(limits: Pick<Responding, 'bodySeconds' | 'fileSeconds'>): Promise<Server> {
  const server = createListener({
    headSeconds: LONG_SECONDS,
    requestSeconds: LONG_SECONDS,
    keepAliveSeconds: LONG_SECONDS,
    silentSeconds: LONG_SECONDS,
    checkSeconds: 0.05,
  });
  const publicUrl = 'https://modport.test';
  respondOn(server, {
    ...limits,
    sendProblem: createProblemWriter({ publicUrl, log: silentLog }),
    headers: {},
    serveKnown(req, res) {
      if (req.url === '/known') res.end();
      return req.url === '/known';
    },
    async serve(req, res) {
      served.push(req.url);
      if (req.url === '/begun') {
        for await (const _part of req.iterator({ destroyOnReturn: false })) break;
      }
      res.end();
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

let patient: Server;
let quick: Server;
beforeAll(async () => {
  patient = await open({ bodySeconds: LONG_SECONDS, fileSeconds: LONG_SECONDS });
  quick = await open({ bodySeconds: 0.2, fileSeconds: 0.3 });
});
afterAll(() => {
  for (const server of [patient, quick]) {
    server.close();
    server.closeAllConnections();
  }
});
beforeEach(() => {
  served.length = 0;
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const statusesOf = (answers: readonly RawAnswer[]) =>
  answers.map(({ status, headers }) => [status, headers['connection']]);
const put = (path: string, ...lines: string[]) =>
  [`PUT ${path} HTTP/1.1`, 'Host: x', ...lines, '\r\n'].join('\r\n');
const refused = (...lines: string[]) => put('/', 'Host: y', ...lines);

describe('a response before the end of the body', () => {
  const body = new Uint8Array(16 * 1024 * 1024);
  const length = `Content-Length: ${body.length}`;

  it.each([
    ['with Connection: close', put('/', length, 'Connection: close'), 200],
    ['of HTTP/1.0', put('/', length).replace('HTTP/1.1', 'HTTP/1.0'), 200],
    ['with a body that is read in part', put('/begun', length, 'Connection: close'), 200],
    ['with two Hosts', refused(length), 400],
    ['with an unknown expectation', put('/', length, 'Expect: this'), 400],
  ])(
    'a client that reads its response after its whole body gets it for a request %s',
    async (_request, bytes, status) => {
      const answers = await sendWhole(portOf(patient), bytes, body);
      expect(statusesOf(answers)).toEqual([[status, 'close']]);
    },
  );

  it('a connection is closed at once if the rest of a refused body is broken', async () => {
    // Such a client does not close its side when the service does.
    const client = connect({ port: portOf(patient), host: '127.0.0.1', allowHalfOpen: true });
    const opened = once(patient, 'connection');
    client.write(refused('Transfer-Encoding: chunked'));
    const [connection] = await opened;
    await once(client, 'readable');
    const sentAt = performance.now();
    client.write('ZZ\r\n');
    await once(connection, 'close');
    expect(performance.now() - sentAt).toBeLessThan(5_000);
    client.destroy();
  });

  it('a request after a body that was refused does not run', async () => {
    const socket = await dial(portOf(patient), refused('Content-Length: 4'));
    await once(socket, 'readable');
    socket.write('bodyGET /next HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(statusesOf(await allOf(socket))).toEqual([[400, 'close']]);
    expect(served).toEqual([]);
  });
});

describe('the rest of a body after its response', () => {
  const endless = 'Content-Length: 100000000000';
  const ended = 'Connection: close';
  const asked = [endless, 'Origin: https://page.test', 'Access-Control-Request-Method: PUT'];
  const preflight = (path: string, ...lines: string[]) =>
    put(path, ...asked, ...lines).replace('PUT', 'OPTIONS');

  it.each([
    ['of a request with Connection: close', put('/', endless, ended), 200],
    ['of a kept connection', put('/', endless), 200],
    ['of a request with two Hosts', refused(endless), 400],
    ['of a request with an unknown expectation', put('/', endless, 'Expect: this'), 400],
    ['of a known address', put('/known', endless, ended), 200],
    ['of a known address on a kept connection', put('/known', endless), 200],
    ['of a preflight', preflight('/v1/mods', ended), 204],
    ['of a preflight on a kept connection', preflight('/v1/mods'), 204],
    ['of a preflight of the store', preflight('/storage/x'), 204],
    ['of an upload with Connection: close', put('/storage/x', endless, ended), 200],
    ['of an upload on a kept connection', put('/storage/x', endless), 200],
  ])('a client that sends it slowly is closed after a time: %s', async (_rest, bytes, status) => {
    // The client does not close its side when the service does.
    const client = connect({ port: portOf(quick), host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => client.destroy());
    const opened = once(quick, 'connection');
    client.write(bytes);
    const [connection] = await opened;
    const drip = setInterval(() => client.write('x'), 10);
    try {
      const answers = allOf(client);
      await once(connection, 'close');
      client.destroy();
      expect((await answers).map((answer) => answer.status)).toEqual([status]);
    } finally {
      clearInterval(drip);
    }
  });

  it('a client that sends it fast is closed after a number of bytes', async () => {
    const client = connect({ port: portOf(patient), host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => client.destroy()).resume();
    const opened = once(patient, 'connection');
    client.write(refused(endless));
    const [connection] = await opened;
    const chunk = new Uint8Array(1024 * 1024);
    let left = 4096;
    const send = (error?: Error | null) => {
      left -= 1;
      if (left === 0) client.destroy();
      else if (!error) client.write(chunk, send);
    };
    send();
    await once(connection, 'close');
    expect(left).toBeGreaterThan(0);
    expect(connection.bytesRead).toBeGreaterThan(128 * chunk.length);
  });
});
