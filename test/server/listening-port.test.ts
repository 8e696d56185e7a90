import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/platform/log.js';
import { createProblemSender } from '../../src/server/express-app.js';
import { limitAddresses, limitConnections } from '../../src/server/listener.js';
import { listenOnPort } from '../../src/server/listening-port.js';
import { createRequestQueue } from '../../src/server/request-queue.js';
import { eventually } from '../eventually.js';

const TURNS = 100;

it('a request that arrives before the port can respond gets a response', async () => {
  const publicPort = await listenOnPort('127.0.0.1', 0);
  const socket = connect(Number(new URL(publicPort.url).port), '127.0.0.1');
  try {
    await new Promise((resolve) => {
      socket.write('GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n', resolve);
    });
    // The listener is in this process, so it reads the request within a few turns.
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
    const sendProblem = createProblemSender({ publicUrl: publicPort.url, log: silentLog });
    publicPort.respond({ sendProblem, publicUrl: publicPort.url, turns: createRequestQueue() });
    expect(await text(socket)).toContain('200 OK');
  } finally {
    socket.destroy();
    await publicPort.close();
  }
});

it('a client that still sends a refused body has a second to read its response, and does not delay the close of a port for longer', async () => {
  const publicPort = await listenOnPort('127.0.0.1', 0);
  const sendProblem = createProblemSender({ publicUrl: publicPort.url, log: silentLog });
  publicPort.respond({ sendProblem, publicUrl: publicPort.url, turns: createRequestQueue() });
  const socket = connect({ port: publicPort.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write('PUT / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 9\r\n\r\n');
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('400 Bad Request');
  const closedAt = performance.now();
  await publicPort.close();
  const waitedMs = performance.now() - closedAt;
  expect(waitedMs).toBeGreaterThan(500);
  expect(waitedMs).toBeLessThan(5_000);
  socket.destroy();
});

it.each([
  ['of all addresses', (server: Server) => limitConnections(server, 2)],
  ['of one address', (server: Server) => limitAddresses(server, 2, () => false)],
])(
  'a connection beyond the limit %s is closed at once, and a closed one makes room',
  async (_, limit) => {
    const server = createServer((_req, res) => res.end('served'));
    limit(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const held = [await open(), await open()];
    try {
      const beyond = await open();
      await once(beyond.resume(), 'close');
      held[0]?.destroy();
      const asked = () => fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
      await eventually(async () => expect(await asked()).toBe('served'));
    } finally {
      for (const socket of held) socket.destroy();
      await once(server.close(), 'close');
    }
  },
);

it('connections of a trusted proxy and of other networks do not count for an address', () => {
  const server = new EventEmitter() as Server;
  limitAddresses(server, 1, (address) => address === '192.0.2.9');
  const open = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress });
    server.emit('connection', socket);
    return socket;
  };
  open('2001:db8::1');
  expect(open('2001:db8::2').destroyed).toBe(true);
  expect(open('2001:db8:0:1::1').destroyed).toBe(false);
  for (let count = 0; count < 3; count += 1) expect(open('192.0.2.9').destroyed).toBe(false);
});
