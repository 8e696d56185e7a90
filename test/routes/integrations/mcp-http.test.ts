import { randomUUID } from 'node:crypto';
import { discoverOAuthServerInfo } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSession } from '../../../src/modules/identity/index.js';
import { watchStatements } from '../../../src/platform/database/connect.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { agentOf } from '../../agents.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { asking, calling, mcpUrl, post } from '../../mcp.js';
import { allOf, dial, type RawAnswer } from '../../raw-http.js';
import { longTest } from '../../rounds.js';
import { newAddress } from '../identity/rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const PING = asking('ping');
const SEARCH = calling('mods_search', { q: 'x' });
const PONG = { jsonrpc: '2.0', id: 1, result: {} };
const METADATA = '/.well-known/oauth-protected-resource/v1/beta/mcp';
let alice: Creator;
let agent: Actor;

beforeAll(async () => {
  // Quota that returns during a test would change its counts.
  world.clock.stop();
  alice = await world.creator('alice');
  agent = await newAgent();
});

/** An agent with its own quota. */
async function newAgent(): Promise<Actor> {
  const user = await world.creator(`user-${randomUUID().slice(0, 8)}`);
  return user.withToken({ scopes: 'agent:mods.search agent:publisher.draft' });
}

/** Revokes a personal token. */
async function revoke({ token }: Actor): Promise<void> {
  const keyId = token?.split('_')[1] ?? '';
  const revokedAt = world.clock.now();
  await world.platform.db.credential.update({ where: { keyId }, data: { revokedAt } });
}

/** Sends raw bytes of a request and returns the response. */
async function raw(head: readonly string[], body = ''): Promise<RawAnswer> {
  const { port } = new URL(world.baseUrl);
  const lines = [...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  const [answer] = await allOf(await dial(Number(port), `${lines.join('\r\n')}\r\n\r\n${body}`));
  if (!answer) throw new Error('no response');
  return answer;
}

describe('credentials of MCP messages', () => {
  it('a message without a credential learns where tokens come from', async () => {
    for (const message of [PING, asking('tools/list'), SEARCH, { broken: true }]) {
      const { status, headers, body } = await post(world, null, message);
      expect([status, body.code]).toEqual([401, 'unauthorized']);
      const challenge = `Bearer resource_metadata="${world.baseUrl}${METADATA}"`;
      expect(headers.get('www-authenticate')).toBe(challenge);
      expect(headers.get('x-request-id')).toBe(body.request_id);
    }
  });

  it('the official client finds the authorization server from the address alone', async () => {
    const found = await discoverOAuthServerInfo(mcpUrl(world));
    expect(found.authorizationServerUrl).toBe(world.baseUrl);
    expect(found.authorizationServerMetadata?.token_endpoint).toBe(`${world.baseUrl}/oauth/token`);
    expect(found.resourceMetadata).toMatchObject({
      resource: mcpUrl(world),
      bearer_methods_supported: ['header'],
      scopes_supported: expect.arrayContaining(['agent:mods.search']),
    });
    const { scopes_supported: scopes = [] } = found.resourceMetadata ?? {};
    expect(scopes.filter((scope) => !/^agent:[a-z_]+\.[a-z]+$/.test(scope))).toEqual([]);
  });

  it('the metadata of the whole API name the service and all public scopes', async () => {
    const response = await fetch(`${world.baseUrl}/.well-known/oauth-protected-resource`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const document: Json = await response.json();
    expect(document).toMatchObject({
      resource: world.baseUrl,
      authorization_servers: [world.baseUrl],
    });
    expect(document.scopes_supported).toContain('mods:read');
    expect(document.scopes_supported).not.toContain('admin:*');
  });

  longTest('an invalid, expired, revoked or foreign token is rejected as invalid', async () => {
    const short = await alice.withToken({ scopes: 'agent:mods.search', lifetimeSeconds: 60 });
    const revoked = await alice.withToken({ scopes: 'agent:mods.search' });
    const hers = { scopes: 'agent:mods.search', lifetimeSeconds: 3600 };
    const kept = await alice.withToken(hers);
    const exchanged = await agentOf(world, alice, 'mods.search');
    expect((await post(world, short.token, PING)).body).toEqual(PONG);
    expect((await post(world, exchanged.token, PING)).body).toEqual(PONG);
    await revoke(revoked);
    world.clock.advance(LIMITS.agentTokenLifetimeSeconds + 60);
    const tokens = [
      'nonsense',
      'mpat_aaaaaaaaaaaaaaaa_b',
      short.token,
      revoked.token,
      exchanged.token,
    ];
    for (const token of tokens) {
      const from = { 'X-Forwarded-For': newAddress() };
      const { status, headers, body } = await post(world, token, PING, from);
      expect([status, body.code]).toEqual([401, 'unauthorized']);
      expect(headers.get('www-authenticate')).toBe(
        `Bearer error="invalid_token", resource_metadata="${world.baseUrl}${METADATA}"`,
      );
    }
    expect((await post(world, kept.token, PING)).body).toEqual(PONG);
  });

  it('a token without a tool scope learns a sufficient scope', async () => {
    const bare = await alice.withToken({ scopes: 'mods:read' });
    const { status, headers, body } = await post(world, bare.token, PING);
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="agent:mods.search", resource_metadata="${world.baseUrl}${METADATA}"`,
    );
  });

  it('a blocked account is rejected', async () => {
    const user = await world.creator('blocked');
    const hers = await user.withToken({ scopes: 'agent:mods.search' });
    await world.platform.db.user.update({ where: { id: user.userId }, data: { state: 'blocked' } });
    const { status, body } = await post(world, hers.token, PING);
    expect([status, body.code]).toEqual([403, 'account_blocked']);
  });

  it('a token in the query or in a cookie is no credential', async () => {
    const ctx = createSystemContext(world.platform, 'test');
    const session = await startSession(ctx, { userId: alice.userId, aal2: true });
    const cookie = `modport_session=${session.token}`;
    const ask = (query: string, headers = {}) =>
      fetch(`${mcpUrl(world)}${query}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(PING),
      });
    expect((await ask(`?access_token=${agent.token}`)).status).toBe(401);
    expect((await ask('', { Cookie: cookie })).status).toBe(401);
    expect((await ask('', { Authorization: `Basic ${agent.token}` })).status).toBe(401);
  });

  it('a credential that ends while the body arrives runs nothing', async () => {
    const user = await world.creator('slow');
    const hers = await user.withToken({ scopes: 'agent:mods.search' });
    const body = JSON.stringify(SEARCH);
    const { port, host } = new URL(world.baseUrl);
    const lines = [
      'POST /v1/beta/mcp HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${hers.token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    const seen: string[] = [];
    const stop = watchStatements(world.platform.db, (sql) => seen.push(sql));
    const socket = await dial(Number(port), `${lines.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
    await eventually(() => expect(seen.join()).toContain('credentials'));
    stop();
    await revoke(hers);
    world.clock.advance(LIMITS.credentialFreshSeconds + 1);
    socket.write(body.slice(-1));
    const [answer] = await allOf(socket);
    expect(answer?.status).toBe(401);
  });
});

describe('names of the service in MCP requests (DNS rebinding)', () => {
  const head = (host: string, ...more: string[]) => [
    'POST /v1/beta/mcp HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${agent.token}`,
    'Content-Type: application/json',
    ...more,
  ];
  const send = async (host: string, ...more: string[]) => {
    const { status, body } = await raw(head(host, ...more), JSON.stringify(PING));
    return status === 200 ? 200 : `${status} ${JSON.parse(body).code}`;
  };

  it.each([
    'evil.example',
    'evil.example:4000',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
    'a@b',
  ])('the Host %s is rejected', async (host) => {
    expect(await send(host)).toBe('403 origin_mismatch');
  });

  it.each(['localhost', 'LOCALHOST:4000', '127.0.0.1:80', '[::1]:4000', '10.1.2.3'])(
    'the Host %s is accepted',
    async (host) => {
      expect(await send(host)).toBe(200);
    },
  );

  it.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://localhost:6274/',
    'http://user@localhost',
    'https://localhost, https://evil.example',
    'file://',
    'javascript://localhost',
    '',
  ])('the Origin "%s" is rejected', async (origin) => {
    expect(await send('localhost', `Origin: ${origin}`)).toBe('403 origin_mismatch');
  });

  it("pages of the service and of the user's machine may use the endpoint", async () => {
    for (const origin of [world.baseUrl, 'http://localhost:6274', 'https://[::1]:8443']) {
      expect(await send('localhost', `Origin: ${origin}`)).toBe(200);
      const preflight = await fetch(mcpUrl(world), {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ');
      for (const name of ['Authorization', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) {
        expect(allowed).toContain(name);
      }
    }
  });
});
