import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import type { Actor } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { asking, calling, connected, IDENTITY, mcpUrl, post, textOf } from '../../mcp.js';
import { metricsShow } from '../../metrics.js';
import { newGame } from '../../publishing.js';
import { allOf, dial } from '../../raw-http.js';
import { longTest } from '../../rounds.js';
import { times } from '../identity/rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const PING = asking('ping');
const SEARCH = calling('mods_search', { q: 'x' });
const PONG = { jsonrpc: '2.0', id: 1, result: {} };
let agent: Actor;

beforeAll(async () => {
  // Quota that returns during a test would change its counts.
  world.clock.stop();
  await newGame(world, 'mcp');
  agent = await newAgent();
});

/** An agent with its own quota. */
async function newAgent(): Promise<Actor> {
  const user = await world.creator(`user-${randomUUID().slice(0, 8)}`);
  return user.withToken({ scopes: 'agent:mods.search agent:publisher.draft' });
}

describe('MCP requests that are no messages', () => {
  it.each(['GET', 'DELETE'])('%s returns 405 and names POST', async (method) => {
    const response = await fetch(mcpUrl(world), {
      method,
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${agent.token}` },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await response.json()).toMatchObject({ error: { code: -32000 } });
  });

  it('another method, and an address below the endpoint, are not found', async () => {
    const at = (method: string, path = '') => fetch(`${mcpUrl(world)}${path}`, { method });
    const responses = await Promise.all([
      at('PUT'),
      at('PATCH'),
      at('OPTIONS'),
      at('POST', '/sse'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it.each([
    ['broken JSON', '{"jsonrpc":', -32700],
    ['an empty body', '', -32700],
    ['half a surrogate pair', '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', -32600],
    ['NUL', '{"jsonrpc":"2.0","id":1,"method":"\\u0000"}', -32600],
    ['deep nesting', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, -32600],
    ['a batch', JSON.stringify([PING, SEARCH]), -32600],
    ['a text', '"ping"', -32600],
    ['null', 'null', -32600],
    ['an object that is no message', '{"a":1}', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ])('%s is a JSON-RPC error with status 400', async (_what, body, code) => {
    const received = await post(world, agent.token, body);
    expect(received.status).toBe(400);
    expect(received.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'the type %s is rejected',
    async (type) => {
      const { status, body } = await post(world, agent.token, PING, { 'Content-Type': type });
      expect([status, body.error.data.code]).toEqual([400, 'invalid_request']);
    },
  );

  it('a compressed body is rejected', async () => {
    const { status } = await post(world, agent.token, PING, { 'Content-Encoding': 'gzip' });
    expect(status).toBe(400);
  });

  it('the header Accept never prevents a response', async () => {
    for (const Accept of ['text/html', 'application/json', 'text/event-stream', '*/*']) {
      const { status, headers, body } = await post(world, agent.token, PING, { Accept });
      expect([status, body]).toEqual([200, PONG]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('a body above the limit of the gateway is rejected', async () => {
    const { bodyLimitBytes } = RATE_CLASSES.agent;
    const sized = (bytes: number) => {
      const empty = JSON.stringify(calling('mods_search', { q: '' }));
      return empty.replace('"q":""', `"q":"${'a'.repeat(bytes - empty.length)}"`);
    };
    expect((await post(world, agent.token, sized(bodyLimitBytes))).status).toBe(200);
    const { status, body } = await post(world, agent.token, sized(bodyLimitBytes + 1));
    expect([status, body.code]).toEqual([413, 'request_body_too_large']);
    const [huge] = await allOf(
      await dial(
        Number(new URL(world.baseUrl).port),
        `POST /v1/beta/mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${agent.token}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`,
      ),
    );
    expect(huge?.status).toBe(413);
  });
});

describe('MCP messages', () => {
  it('a notification and a response are accepted without a body', async () => {
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } };
    const others = [
      { method: 'notifications/initialized' },
      { id: 1, result: {} },
      { method: 'x' },
    ];
    for (const message of [cancelled, ...others]) {
      const { status, body } = await post(world, agent.token, { jsonrpc: '2.0', ...message });
      expect([status, body]).toEqual([202, null]);
    }
  });

  it('a request for anything but tools is an unknown method', async () => {
    for (const method of [
      'resources/list',
      'prompts/list',
      'logging/setLevel',
      'tasks/list',
      'x',
    ]) {
      const { body } = await post(world, agent.token, asking(method));
      expect(body).toMatchObject({ id: 1, error: { code: -32601 } });
    }
  });

  it('a subscription opens no stream', async () => {
    const client = await connected(world, agent, '2026-07-28');
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('limit');
    await client.close();
  });

  it('an earlier revision gets a supported one in return, and a header with it is rejected', async () => {
    const params = {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const { body } = await post(world, agent.token, { ...asking('initialize'), params });
    expect(body.result.protocolVersion).toBe('2025-11-25');
    const old = { 'MCP-Protocol-Version': '2024-11-05' };
    expect((await post(world, agent.token, PING, old)).status).toBe(400);
  });

  it('a large message is rejected unless its arguments make it large', async () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    const params = { protocolVersion: '2025-11-25', capabilities: { experimental: wide } };
    const others = [
      { ...asking('initialize'), params },
      { ...asking('ping'), params: wide },
    ];
    for (const message of others) {
      const { status, body } = await post(world, agent.token, message);
      expect([status, body.error.code]).toEqual([400, -32600]);
    }
    const { body } = await post(world, agent.token, calling('mods_search', wide));
    expect(textOf(body.result).code).toBe('invalid_input');
  });

  it('a malformed handshake has invalid parameters', async () => {
    for (const params of [{}, { protocolVersion: 1 }, { protocolVersion: '2025-11-25' }]) {
      const { body } = await post(world, agent.token, { ...asking('initialize'), params });
      expect(body).toMatchObject({ id: 1, error: { code: -32602 } });
    }
    const { body } = await post(world, agent.token, asking('initialize'));
    expect(body).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  it('a message needs no handshake and no session', async () => {
    const { headers, body } = await post(world, agent.token, SEARCH, { 'Mcp-Session-Id': 'x' });
    expect(textOf(body.result)).toHaveProperty('items');
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  longTest('each message counts in the class of the gateway', async () => {
    const { token } = await newAgent();
    const { credentialPerMinute } = RATE_CLASSES.agent;
    const first = await post(world, token, SEARCH);
    expect(first.headers.get('ratelimit-remaining')).toBe(String(credentialPerMinute - 1));
    await times(credentialPerMinute - 1, () => post(world, token, PING));
    const over = await post(world, token, PING);
    const { code, quota_bucket } = over.body;
    expect([over.status, code, quota_bucket]).toEqual([429, 'rate_limited', 'agent']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('messages are in the metrics under the operation mcp', async () => {
    await post(world, agent.token, PING);
    await metricsShow(world, /operation="mcp",method="POST",status="200"/);
  });

  it('a write runs to its end if its client disconnects', async () => {
    const title = `Gone ${randomUUID()}`;
    const mod = { game_slug: 'mcp', title: { en: title }, description: { en: 'D' } };
    const input = { action: 'create_mod', mod };
    const call = calling('publisher_draft', { input });
    const told = await post(world, agent.token, call, IDENTITY);
    const { token: confirmation_token } = textOf(told.body.result).confirmation;
    const body = JSON.stringify(calling('publisher_draft', { input, confirmation_token }));
    const lines = [
      'POST /v1/beta/mcp HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${agent.token}`,
      ...Object.entries(IDENTITY).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const { port } = new URL(world.baseUrl);
    const socket = await dial(Number(port), `${lines.join('\r\n')}\r\n\r\n${body}`);
    const where = { title: { path: ['en'], equals: title } };
    socket.end(() => socket.destroy());
    await eventually(async () => expect(await world.platform.db.mod.count({ where })).toBe(1));
    expect((await post(world, agent.token, PING)).body).toEqual(PONG);
  });
});
