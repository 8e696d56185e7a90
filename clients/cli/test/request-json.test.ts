import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { requestJson } from '../src/publish/request-json.js';

/** A server that responds to each request in this way. */
async function serverThat(responds: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => responds(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const { signal: never } = new AbortController();

it.each([
  ['does not respond', () => undefined],
  ['sends a head and then nothing', (response: ServerResponse) => response.flushHeaders()],
])('a request for a token ends after its limit if the server %s', async (_case, responds) => {
  const url = await serverThat(responds);
  await expect(requestJson(url, {}, never, 50)).rejects.toThrow('no response in time');
});

it('a request for a token ends with its command', async () => {
  const url = await serverThat(() => undefined);
  const ended = AbortSignal.abort(new Error('interrupted'));
  await expect(requestJson(url, {}, ended)).rejects.toThrow('interrupted');
});

it('a request for a token returns JSON, and null in place of other bodies', async () => {
  const json = await serverThat((response) => response.writeHead(201).end('{"value":"a"}'));
  const html = await serverThat((response) => response.writeHead(502).end('<p>'));
  expect(await requestJson(json, {}, never)).toEqual({
    ok: true,
    status: 201,
    body: { value: 'a' },
  });
  expect(await requestJson(html, {}, never)).toEqual({ ok: false, status: 502, body: null });
});
