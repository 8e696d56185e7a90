import fc from 'fast-check';
import { MCP_PATH } from '../../src/registry/addresses.js';
import { AGENT_TOOLS } from '../../src/registry/agent-tools.js';
import { hostileHeaders, idempotencyKey } from './headers.js';
import { brokenBytes, hostileHeader, hostileJson, hostileText } from './hostile-values.js';
import type { Plant } from './plant.js';
import type { FuzzRequest } from './request.js';

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'prompts/get',
  'subscriptions/listen',
  'notifications/initialized',
  'notifications/cancelled',
  'server/discover',
  'completion/complete',
];

const REVISIONS = ['2025-11-25', '2026-07-28', '2025-06-18', '2024-11-05', '2999-01-01', ''];

/** Messages to the MCP endpoint: calls with plausible and hostile arguments, and broken messages. */
export function mcpRequests(plant: Plant): fc.Arbitrary<FuzzRequest> {
  const call = callOf(plant);
  const other = fc
    .tuple(fc.oneof(fc.constantFrom(...METHODS), hostileText), hostileJson, hostileJson)
    .map(([method, params, id]) => messageOf(JSON.stringify(method), params, id));
  const body = fc.oneof(
    { weight: 10, arbitrary: call.map((json) => Buffer.from(json)) },
    { weight: 4, arbitrary: other.map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: call.map((json) => Buffer.from(`[${json},${json}]`)) },
    { weight: 1, arbitrary: brokenBytes(call) },
    { weight: 1, arbitrary: hostileJson.map((json) => Buffer.from(json)) },
  );
  const method = fc.constantFrom(
    ...Array.from({ length: 12 }, () => 'POST'),
    'GET',
    'DELETE',
    'PUT',
  );
  const headers = fc
    .tuple(hostileHeaders(plant, idempotencyKey), mcpHeaders(), fc.nat(9))
    .map(([given, own, keeps]) => [
      ...given.filter(([name]) => keeps === 0 || name !== 'Authorization'),
      ...(keeps === 0 ? [] : [['Authorization', plant.agentCredential] as const]),
      ...own,
    ]);
  return fc.tuple(method, body, headers, fc.nat(9)).map(([named, sent, given, chunk]) => ({
    method: named,
    target: MCP_PATH,
    headers: given,
    chunked: chunk === 0,
    body: named === 'POST' ? sent : null,
    host: '127.0.0.1',
  }));
}

function messageOf(method: string, params: string, id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${method},"params":${params}}`;
}

/** A call of a tool. The names of arguments are right, and most values too. */
function callOf({ ids, gameSlug }: Plant): fc.Arbitrary<string> {
  const known: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    q: hostileText,
    mod_id: fc.constantFrom(...ids.mod),
    game_slug: fc.constant(gameSlug),
    version_id: fc.constantFrom(...ids.version),
    mod_ids: fc.subarray([...ids.mod]),
    from_version_id: fc.constantFrom(...ids.version),
    to_version_id: fc.constantFrom(...ids.version),
    artifact_id: fc.constantFrom(...ids.artifact),
    action: fc.constantFrom('create_mod', 'update_mod', 'create_version', 'update_version'),
    mod: fc.record({ title: fc.record({ en: hostileText }) }),
    version: fc.record({ version: hostileText }),
  };
  const members = Object.entries(known).map(([name, value]) =>
    fc
      .oneof(
        { weight: 6, arbitrary: value.map((it) => JSON.stringify(it)) },
        { weight: 1, arbitrary: hostileJson },
      )
      .map((json) => `${JSON.stringify(name)}:${json}`),
  );
  const input = fc
    .tuple(fc.subarray(members.map((_, at) => at)), fc.tuple(...members))
    .map(([kept, all]) => `{${kept.map((at) => all[at]).join(',')}}`);
  const given = fc.oneof(
    { weight: 4, arbitrary: input },
    {
      weight: 4,
      arbitrary: fc
        .tuple(input, hostileText)
        .map(([json, token]) => `{"input":${json},"confirmation_token":${JSON.stringify(token)}}`),
    },
    { weight: 3, arbitrary: input.map((json) => `{"input":${json}}`) },
    { weight: 1, arbitrary: hostileJson },
  );
  const names = Object.keys(AGENT_TOOLS).map((name) => name.replaceAll('.', '_'));
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: hostileText },
  );
  const meta = fc.oneof(
    { weight: 4, arbitrary: fc.constant('{}') },
    {
      weight: 2,
      arbitrary: idempotencyKey.map((key) => JSON.stringify({ 'service/idempotency_key': key })),
    },
    { weight: 1, arbitrary: hostileJson.map((json) => `{"service/idempotency_key":${json}}`) },
  );
  return fc
    .tuple(name, given, meta)
    .map(([tool, json, own]) =>
      messageOf(
        '"tools/call"',
        `{"name":${JSON.stringify(tool)},"arguments":${json},"_meta":${own}}`,
        '1',
      ),
    );
}

/** Headers of the protocol, which may contradict the message. */
function mcpHeaders(): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const value = (known: readonly string[]) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: hostileHeader },
    );
  const headers = fc.tuple(
    value(REVISIONS).map((it) => ['MCP-Protocol-Version', it] as const),
    value(['tools/call', 'ping']).map((it) => ['Mcp-Method', it] as const),
    value(['mods_search', 'x']).map((it) => ['Mcp-Name', it] as const),
    value(['x']).map((it) => ['Mcp-Session-Id', it] as const),
  );
  return headers.chain((all) => fc.oneof(fc.constant([]), fc.subarray([...all])));
}
