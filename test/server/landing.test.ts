import { createHash } from 'node:crypto';
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
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => path);
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

test('the landing page loads and runs nothing, and its CSP allows only its own style', async () => {
  const { response, html } = await open();
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(html).not.toMatch(/<script|<img|<link|<iframe|\sstyle=|\son\w+=|url\(|@import/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

test('the landing page follows the light or dark preference of the browser', async () => {
  const { html } = await open();
  expect(html).toContain('color-scheme: light dark');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
});

test('the landing page escapes markup in the public address', async () => {
  const { html } = await open('/odd');
  expect(html).toContain('https://a&quot;&gt;&lt;script&gt;');
  expect(html).not.toContain('<script');
});
