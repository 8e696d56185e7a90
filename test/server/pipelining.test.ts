import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { createProblemWriter } from '../../rest-facade/problem.js';
import { silentLog } from '../../src/platform/log.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createListener, type Patience, respondOn } from '../../src/server/listener.js';
import { createRequestQueue, type RequestQueueOptions } from '../../src/server/request-queue.js';
import { eventually } from '../eventually.js';
import { allOf, dial, rawRequest } from '../raw-http.js';
import { everyNth } from '../rounds.js';

interface Seen {
  readonly url: string;
  readonly socket: Socket;
  readonly res: ServerResponse;
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

/** A server whose requests to /held stay in work until a test ends them. */
async function open(options: RequestQueueOptions = {}, patience: Partial<Patience> = {}) {
  const started: Seen[] = [];
  const inWork = new Map<Socket, number>();
  const sockets: Socket[] = [];
  let mostInWork = 0;
  const server = createListener({ ...LIMITS, checkSeconds: 5, ...patience });
  const turns = createRequestQueue(options);
  respondOn(server, {
    headers: {},
    sendProblem: createProblemWriter({ publicUrl: 'https://modport.test', log: silentLog }),
    turns,
    serve(req, res) {
      const { url = '', socket } = req;
      const count = (inWork.get(socket) ?? 0) + 1;
      inWork.set(socket, count);
      mostInWork = Math.max(mostInWork, count);
      res.once('finish', () => inWork.set(socket, (inWork.get(socket) ?? 0) - 1));
      started.push({ url, socket, res });
      if (!url.startsWith('/held')) res.end(url);
    },
  });
  server.on('connection', (socket) => sockets.push(socket));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = () => started.map(({ url }) => url);
  const { floods, running, waiting } = turns;
  const state = { mostInWork: () => mostInWork, floods, running, waiting };
  return { port, started, urls, sockets, ...state };
}

const get = (path: string, ...lines: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;
const many = (count: number, path = '/n') =>
  Array.from({ length: count }, (_, nth) => get(`${path}${nth}`)).join('');

it('one connection has at most one request in work and gets its responses in order', async () => {
  const service = await open();
  const socket = await dial(
    service.port,
    get('/held') + many(300) + get('/end', 'Connection: close'),
  );
  const answers = allOf(socket);
  await eventually(() => expect(service.waiting()).toBe(301));
  expect(service.urls()).toEqual(['/held']);
  service.started[0]?.res.end('/held');
  const bodies = (await answers).map(({ body }) => body);
  expect(bodies).toEqual(['/held', ...Array.from({ length: 300 }, (_, nth) => `/n${nth}`), '/end']);
  expect([service.mostInWork(), service.waiting(), service.floods()]).toEqual([1, 0, 0]);
});

it('a flood of pipelined requests closes its connections and leaves others alone', async () => {
  const service = await open({ perSocket: 8, inAll: 40 });
  const flood = get('/held') + many(1_000, '/flood');
  const floods = await Promise.all(Array.from({ length: 8 }, () => dial(service.port, flood)));
  await Promise.all(floods.map((socket) => allOf(socket)));
  expect(service.floods()).toBe(8);
  expect(service.waiting()).toBe(0);
  const [answer] = await rawRequest(service.port, get('/other', 'Connection: close'));
  expect([answer?.status, answer?.body]).toEqual([200, '/other']);
  expect(service.urls().filter((url) => url.startsWith('/flood'))).toEqual([]);
});

it('a connection may send a few requests ahead while others fill the queue', async () => {
  const service = await open({ perSocket: 8, inAll: 40 });
  const greedy = await dial(service.port, get('/held') + many(40));
  await eventually(() => expect(service.waiting()).toBe(40));
  const bytes = many(8) + get('/end', 'Connection: close');
  expect((await rawRequest(service.port, bytes)).length).toBe(9);
  greedy.destroy();
});

it('the service stops reading from a connection whose request is in work', async () => {
  const service = await open();
  const socket = await dial(service.port, get('/held'));
  socket.resume();
  await eventually(() => expect(service.urls()).toEqual(['/held']));
  const burst = many(2_000);
  // More than the kernel buffers on both sides hold.
  for (let nth = 0; nth < 300; nth += 1) socket.write(burst);
  await eventually(() => expect(service.waiting()).toBeGreaterThan(0));
  const [server] = service.sockets;
  const packet = 128 * 1024;
  expect(server?.bytesRead).toBeLessThan(packet);
  // A body that is read to its end resumes the socket; the queue pauses it again.
  server?.resume();
  await once(server ?? socket, 'pause');
  expect(server?.bytesRead).toBeLessThan(packet);
  expect(socket.writableLength).toBeGreaterThan(0);
  socket.destroy();
});

it('requests that wait on a closed connection do not start', async () => {
  const service = await open();
  const socket = await dial(service.port, get('/held') + many(200));
  await eventually(() => expect(service.waiting()).toBe(200));
  socket.resetAndDestroy();
  // The service notices the reset when it writes.
  service.started[0]?.res.end('/held');
  await eventually(() => expect(service.waiting()).toBe(0));
  expect(service.started.length).toBeLessThan(4);
});

it('a waiting request whose body is broken does not stay in work', async () => {
  const service = await open();
  const head = 'POST /broken HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const socket = await dial(service.port, `${get('/held')}${head}no size\r\n`);
  const answers = allOf(socket);
  await eventually(() => expect(service.urls()).toEqual(['/held']));
  service.started[0]?.res.end('/held');
  expect((await answers).map(({ status }) => status)).toEqual([200, 400]);
  await eventually(() => expect([service.running(), service.waiting()]).toEqual([0, 0]));
});

it('a client that half-closes its connection gets every response', async () => {
  const service = await open();
  const socket = await dial(service.port);
  const answers = allOf(socket);
  socket.end(get('/held') + get('/second'));
  await eventually(() => expect(service.urls()).toEqual(['/held']));
  service.started[0]?.res.end('/held');
  expect((await answers).map(({ body }) => body)).toEqual(['/held', '/second']);
});

it('a client that never reads its response is disconnected', async () => {
  const service = await open({}, { silentSeconds: 0.3 });
  const socket = await dial(service.port, get('/held'));
  await eventually(() => expect(service.urls()).toEqual(['/held']));
  const [held] = service.started;
  const closed = once(held?.socket ?? socket, 'close');
  held?.res.end(Buffer.alloc(32 * 1024 * 1024));
  await closed;
  expect(held?.socket.destroyed).toBe(true);
  socket.destroy();
});

const TUNNEL = 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n';

it.each(
  everyNth(
    [
      ['a running request', ''],
      ['waiting requests', many(3)],
      ['a refused expectation', get('/odd', 'Expect: something')],
    ],
    2,
  ),
)(
  'a CONNECT request behind %s is refused in its turn without a crash',
  async (_behind, between) => {
    const service = await open();
    const socket = await dial(service.port, get('/held') + between + TUNNEL);
    const answers = allOf(socket);
    await eventually(() => expect(service.urls()).toEqual(['/held']));
    service.started[0]?.res.end('/held');
    const statuses = (await answers).map(({ status }) => status);
    const closesEarlier = between.includes('Expect');
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(closesEarlier ? 400 : 404);
  },
);

it('a streamed response before a CONNECT request arrives whole, and a client that stops reading is closed', async () => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  const service = await open({}, { silentSeconds: 0.5 });
  const stream = async (at: number, pieces: Iterable<Buffer>) => {
    await eventually(() => expect(service.started).toHaveLength(at + 1));
    const { res = new PassThrough() } = service.started[at] ?? {};
    await pipeline(Readable.from(pieces), res).catch(() => undefined);
  };
  const reading = await dial(service.port, get('/held') + TUNNEL);
  const answers = allOf(reading);
  await stream(0, Array(16).fill(piece));
  const [whole, refused] = await answers;
  expect([whole?.body.length, refused?.status]).toEqual([16 * piece.length, 404]);
  const leaving = await dial(service.port, get('/held') + TUNNEL);
  leaving.once('data', () => leaving.pause().end());
  await stream(1, endless(piece));
  await eventually(() => expect(service.running()).toBe(0));
  expect(service.sockets[1]?.destroyed).toBe(true);
  leaving.destroy();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('a connection that always sends ahead keeps none of its past responses in memory', async () => {
  const service = await open();
  const socket = await dial(service.port, get('/held') + get('/held'));
  socket.resume();
  const past: WeakRef<ServerResponse>[] = [];
  for (let round = 1; round <= 5; round += 1) {
    await eventually(() => expect([service.started.length, service.waiting()]).toEqual([1, 1]));
    socket.write(get('/held'));
    const [{ res } = {}] = service.started.splice(0);
    if (res) past.push(new WeakRef(res.end()));
  }
  await eventually(() => {
    collect();
    expect(past.slice(0, -1).map((ref) => ref.deref())).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  socket.destroy();
});

function* endless(piece: Buffer): Generator<Buffer> {
  for (;;) yield piece;
}

it('a flood of pipelined requests lets other connections in between', async () => {
  const service = await open();
  const flood = await dial(service.port, many(1_500, '/flood'));
  flood.resume();
  const [answer] = await rawRequest(service.port, get('/other', 'Connection: close'));
  expect(answer?.body).toBe('/other');
  const before = service.urls().indexOf('/other');
  expect(before).toBeGreaterThanOrEqual(0);
  expect(before).toBeLessThan(700);
  flood.destroy();
});

const PIECES = {
  get: get('/at-once'),
  post: 'POST /at-once HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody',
  expectation: get('/odd', 'Expect: something'),
  tunnel: TUNNEL,
  broken: 'BAD\r\n\r\n',
};
type Piece = keyof typeof PIECES;

/** Every sequence of one to three pieces. */
function sequences(): Piece[][] {
  const names = Object.keys(PIECES) as Piece[];
  const longer = (shorter: Piece[][]) =>
    shorter.flatMap((before) => names.map((name) => [...before, name]));
  const ones = longer([[]]);
  const twos = longer(ones);
  return [...ones, ...twos, ...longer(twos)];
}

it('every mix of valid, broken and CONNECT requests in one packet gets a response and leaves none waiting', async () => {
  const service = await open();
  for (const names of sequences()) {
    const bytes = names.map((name) => PIECES[name]).join('');
    const socket = await dial(service.port, bytes);
    const answers = allOf(socket);
    socket.end();
    expect([names, (await answers).length > 0]).toEqual([names, true]);
  }
  await eventually(() => expect(service.waiting()).toBe(0));
});
