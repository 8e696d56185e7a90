import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { landingPage } from '../../src/server/landing.js';

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express();
  app.get('/', landingPage({ publicUrl: 'https://mods.example' }));
  app.get('/odd', landingPage({ publicUrl: 'https://a"><script>' }));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function open(path = '/') {
  const response = await fetch(`${origin}${path}`);
  return { response, html: await response.text() };
}

test('the landing page links to the docs, the playground and the API', async () => {
  const { response, html } = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main'));
  const links = [...body.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => path);
  expect(links).toEqual([
    '/docs',
    '/playground',
    '/v1/openapi.json',
    '/v1/games',
    '/v1/mods',
    '/healthz',
  ]);
});

test('the example of the landing page uses the public address', async () => {
  const { html } = await open();
  expect(html).toContain("curl 'https://mods.example/v1/mods?limit=5'");
});

test('the landing page escapes markup in the public address', async () => {
  const { html } = await open('/odd');
  expect(html).toContain('https://a&quot;&gt;&lt;script&gt;');
  expect(html).not.toContain('<script');
});
