import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { redirectLoopback } from '../../src/edge/loopback.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves one page for a PUBLIC_URL; returns the port. */
async function serve(publicUrl: string): Promise<number> {
  const app = express();
  app.use(redirectLoopback(publicUrl));
  app.use((_req, res) => void res.send('the page'));
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
}

function get(port: number, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = { Accept: 'text/html', ...headers };
    const sent = request({ host: '127.0.0.1', port, path: '/docs?a=1', headers: all }, (res) => {
      const { statusCode: status, headers: answered } = res.resume();
      const { location, 'set-cookie': cookies = [] } = answered;
      resolve({ status, location, cookies });
    });
    sent.on('error', reject).end();
  });
}

/**
 * Acts as a browser: follows redirects with its cookies, through a proxy that sends one `Host` for
 * all.
 */
async function openThroughProxy(port: number, host: string): Promise<number[]> {
  const statuses: number[] = [];
  let cookie = '';
  while (statuses.length < 5) {
    const answer = await get(port, { Host: host, ...(cookie ? { Cookie: cookie } : {}) });
    statuses.push(answer.status ?? 0);
    if (answer.location === undefined) break;
    cookie = answer.cookies.map((line) => line.split(';')[0]).join('; ');
  }
  return statuses;
}

describe('the redirect between loopback names', () => {
  it.each([
    ['http://localhost:8080', '127.0.0.1:8080'],
    ['http://127.0.0.1:8080', '[::1]:8080'],
    ['http://[::1]:8080', 'localhost:8080'],
    ['http://localhost', '127.0.0.1'],
    ['http://localhost', '127.0.0.1:80'],
    ['https://localhost', '127.0.0.1'],
  ])('the loopback redirect leads to %s from the same port: %s', async (publicUrl, host) => {
    const { status, location } = await get(await serve(publicUrl), { Host: host });
    expect([status, location]).toEqual([307, `${publicUrl}/docs?a=1`]);
  });

  it.each([
    [
      'a proxy at 8080 sends the port of the service in Host',
      'http://localhost:8080',
      '127.0.0.1:4000',
    ],
    [
      'a proxy for https sends the port of the service in Host',
      'https://localhost',
      '127.0.0.1:4000',
    ],
    ['a tunnel has another port', 'http://127.0.0.1:4000', 'localhost:9000'],
    ['a proxy at 8080 sends no port in Host', 'http://localhost:8080', '127.0.0.1'],
    ['PUBLIC_URL is on another host', 'http://mods.example:4000', 'localhost:4000'],
  ])('the loopback redirect does not happen if %s', async (_why, publicUrl, host) => {
    expect(await openThroughProxy(await serve(publicUrl), host)).toEqual([200]);
  });

  it.each([
    ['http://localhost:8080', '127.0.0.1:8080'],
    ['https://localhost', '127.0.0.1'],
  ])(
    'the loopback redirect happens once if a proxy at %s always sends Host %s',
    async (publicUrl, host) => {
      expect(await openThroughProxy(await serve(publicUrl), host)).toEqual([307, 200]);
    },
  );

  it('the loopback redirect sets a short-lived HttpOnly cookie for the requested host', async () => {
    const { cookies } = await get(await serve('http://localhost:8080'), { Host: '127.0.0.1:8080' });
    expect(cookies).toEqual(['modport_redirected=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=10']);
  });

  it('the loopback redirect stops only at its own cookie', async () => {
    const port = await serve('http://localhost:8080');
    for (const cookie of [
      'modport_redirected=2',
      'xmodport_redirected=1',
      'a=modport_redirected=1',
    ]) {
      const { status } = await get(port, { Host: '127.0.0.1:8080', Cookie: cookie });
      expect([cookie, status]).toEqual([cookie, 307]);
    }
  });
});
