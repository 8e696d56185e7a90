import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '../../../src/registry/agent-tools.js';
import type { Json } from '../../actors.js';
import { agentOf, exchanged, ran, read, runTool } from '../../agents.js';
import { signIn } from '../../graphql/identity/signed-in.js';
import { bareMod, draftMod, draftVersion, refusal } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { ALL, agent, alice, modId, NAMES, one, two, useAgent, world } from './agent-scene.js';

useAgent();

/** One input per tool that succeeds, or for a writing tool one whose dry run succeeds. */
const inputs = (): Record<string, object> => ({
  'mods.search': { q: 'lantern', game_slug: 'agents', limit: 2 },
  'mods.get': { mod_id: modId },
  'install_plans.resolve': { game_slug: 'agents', mod_ids: [modId] },
  'downloads.resolve': { artifact_id: one.artifactId },
  'versions.compare': {
    mod_id: modId,
    from_version_id: one.versionId,
    to_version_id: two.versionId,
  },
  'publisher.draft': { action: 'create_version', mod_id: modId, version: { version: '9.0.0' } },
  'publisher.validate': { mod_id: modId, version_id: one.versionId },
});

const inputOf = (tool: string): object => inputs()[tool] ?? {};

describe('agent token (Spec 4.8)', () => {
  it.each(everyNth(NAMES, 6))(
    'an agent token scoped to %s lists and runs only that tool',
    async (tool) => {
      const narrow = await agentOf(world, alice, tool);
      const { body } = await narrow.get('/agent/tools');
      expect(body.data.map((it: Json) => it.name)).toEqual([tool]);
      expect((await runTool(narrow, { tool, input: inputOf(tool) })).status).toBe(200);
      for (const other of NAMES.filter((it) => it !== tool)) {
        const refused = await runTool(narrow, { tool: other, input: inputOf(other) });
        expect(refusal(refused)).toBe('403 insufficient_scope');
        expect(refused.body.required_scopes).toEqual([`agent:${other}`]);
      }
    },
  );

  it.each(everyNth(NAMES, 6))(
    '%s names its own scope to a credential without tool scopes',
    async (tool) => {
      const bare = await alice.withToken({ scopes: 'mods:read' });
      const refused = await runTool(bare, { tool, input: inputOf(tool) });
      expect(refusal(refused)).toBe('403 insufficient_scope');
      expect(refused.body.required_scopes).toEqual([`agent:${tool}`]);
      const enough = await alice.withToken({ scopes: refused.body.required_scopes.join(' ') });
      expect((await runTool(enough, { tool, input: inputOf(tool) })).status).toBe(200);
    },
  );

  it('GET /agent/tools names one sufficient scope to a credential without tool scopes', async () => {
    const refused = await (await alice.withToken({ scopes: 'mods:read' })).get('/agent/tools');
    expect(refusal(refused)).toBe('403 insufficient_scope');
    expect(refused.body.required_scopes).toEqual(['agent:mods.search']);
    const enough = await alice.withToken({ scopes: 'agent:mods.search' });
    expect((await enough.get('/agent/tools')).status).toBe(200);
  });

  it('an agent token is 401 on every route outside /agent', async () => {
    const paths = ['/games', '/me', `/mods/${modId}`, '/api/v1/mods', '/api-keys'];
    const asked = await Promise.all(paths.map((path) => agent.get(path)));
    expect(asked.map(refusal)).toEqual(paths.map(() => '401 unauthorized'));
    expect(refusal(await agent.post('/mods', {}))).toBe('401 unauthorized');
    const download = await agent.post(`/downloads/${one.artifactId}/resolve`);
    expect(refusal(download)).toBe('401 unauthorized');
    expect((await agent.graphql('{ __typename }')).status).toBe(401);
  });

  it('an agent token works under /api/v1', async () => {
    expect((await agent.get('/api/v1/agent/tools')).status).toBe(200);
  });

  it('an agent token ends with the token it was exchanged for and with its account', async () => {
    const carol = await world.creator('carol');
    const hers = await agentOf(world, carol, ALL);
    await world.platform.db.user.update({
      where: { id: carol.userId },
      data: { state: 'blocked' },
    });
    expect(refusal(await hers.get('/agent/tools'))).toBe('403 account_blocked');
    await world.platform.db.user.update({ where: { id: carol.userId }, data: { state: 'active' } });
    expect((await hers.get('/agent/tools')).status).toBe(200);
    await world.platform.db.credential.updateMany({
      where: { userId: carol.userId },
      data: { revokedAt: world.clock.now() },
    });
    expect(refusal(await hers.get('/agent/tools'))).toBe('401 unauthorized');
  });

  longTest('an API key can be exchanged for an agent token', async () => {
    const { id } = await bareMod(alice, 'agents');
    const all = await alice.withToken({ scopes: 'credentials:manage agent:mods.get' });
    const { body } = await all.post('/api-keys', {
      name: 'agent',
      scopes: ['agent:mods.get'],
      resource_grants: [{ type: 'mod', id }],
    });
    const { status } = await exchanged(world, body.data.secret, 'agent:mods.get');
    expect(status).toBe(200);
  });
});

describe('other credentials on agent routes', () => {
  it('a personal token lists and runs the tools whose scopes it holds', async () => {
    const personal = await alice.withToken({ scopes: 'agent:mods.get mods:read' });
    const { body } = await personal.get('/agent/tools');
    expect(body.data.map((it: Json) => it.name)).toEqual(['mods.get']);
    expect(await read(personal, 'mods.get', { mod_id: modId })).toHaveProperty('mod.id', modId);
    const other = await runTool(personal, { tool: 'mods.search', input: { q: 'x' } });
    expect(refusal(other)).toBe('403 insufficient_scope');
  });

  it('a token with agent:* lists all tools', async () => {
    const all = await alice.withToken({ scopes: 'agent:*' });
    const { body } = await all.get('/agent/tools');
    expect(body.data.map((it: Json) => it.name)).toEqual(NAMES);
  });

  it('a credential without a tool scope is rejected by GET /agent/tools', async () => {
    expect(refusal(await alice.get('/agent/tools'))).toBe('403 insufficient_scope');
    expect(refusal(await world.anon.get('/agent/tools'))).toBe('401 unauthorized');
    const desktop = await alice.withToken({ scopes: 'agent:run' });
    expect(refusal(await desktop.get('/agent/tools'))).toBe('403 insufficient_scope');
  });

  it('browser sessions cannot list or run tools', async () => {
    const browser = await signIn(world, alice.userId);
    const list = '{ listAgentGatewayTools { items { name } } }';
    const run = `mutation { runAgentGatewayTool(input: { tool: "mods.get",
      input: { mod_id: "${modId}" } }) { dryRun } }`;
    expect([await browser.refusal(list), await browser.refusal(run)]).toEqual([
      'forbidden',
      'forbidden',
    ]);
  });
});

describe('tool list', () => {
  it('the tool list gives the description, schemas, scope and write flag of each tool', async () => {
    const { body, status } = await agent.get('/agent/tools');
    expect(status).toBe(200);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 7 });
    for (const tool of body.data) {
      const { description, scope, writes } = AGENT_TOOLS[tool.name as keyof typeof AGENT_TOOLS];
      expect(tool).toMatchObject({ description, scope, writes });
      expect(Object.keys(tool).toSorted()).toEqual(
        ['name', 'description', 'input_schema', 'output_schema', 'writes', 'scope'].toSorted(),
      );
    }
    // A client that embeds a schema in another document would have to rewrite its $ref values.
    expect(JSON.stringify(body.data)).not.toContain('$ref');
    const writing = body.data.filter((it: Json) => it.writes).map((it: Json) => it.name);
    expect(writing).toEqual(['publisher.draft']);
  });

  it.each(NAMES)('the schemas of %s match its input and output', async (tool) => {
    const { body } = await agent.get('/agent/tools');
    const { input_schema, output_schema } = body.data.find((it: Json) => it.name === tool);
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    expect([ajv.validate(input_schema, inputOf(tool)), ajv.errors]).toEqual([true, null]);
    const { dry_run, output } = await ran(agent, { tool, input: inputOf(tool) });
    if (dry_run) return;
    expect([ajv.validate(output_schema, output), ajv.errors]).toEqual([true, null]);
    expect(ajv.validate(output_schema, { ...output, more: 1 })).toBe(false);
  });
});

describe('tool run', () => {
  it('a run of an unknown tool is 404 tool_not_found', async () => {
    for (const tool of ['mods.delete', '', '__proto__', 'toString', 'mods.search ']) {
      expect(refusal(await runTool(agent, { tool, input: {} }))).toBe('404 tool_not_found');
    }
  });

  it('a run with an invalid input names every invalid field', async () => {
    const wrong: [string, object, Json][] = [
      ['mods.get', {}, [{ field: 'input.mod_id', code: 'required' }]],
      ['mods.get', { mod_id: 'x' }, [{ field: 'input.mod_id', code: 'invalid_format' }]],
      ['mods.get', { mod_id: modId, 'x y': 1 }, [{ field: 'input', code: 'unknown_member' }]],
      [
        'mods.get',
        { mod_id: modId, foo: 1, bar: 2 },
        [
          { field: 'input.foo', code: 'unknown_member' },
          { field: 'input.bar', code: 'unknown_member' },
        ],
      ],
      ['mods.search', { q: '' }, [{ field: 'input.q', code: 'required' }]],
      ['mods.search', { q: 'x', limit: 0 }, [{ field: 'input.limit', code: 'too_small' }]],
      ['mods.search', { q: 'x', cursor: 'y' }, [{ field: 'input.cursor', code: 'invalid_cursor' }]],
      [
        'install_plans.resolve',
        { game_slug: 'agents' },
        [{ field: 'input.mod_ids', code: 'required' }],
      ],
      [
        'publisher.draft',
        {
          action: 'create_mod',
          mod: { game_slug: 'nothing', title: {}, description: { en: 'x' } },
        },
        [{ field: 'input.mod.title', code: 'invalid_format' }],
      ],
      ['publisher.draft', {}, [{ field: 'input.action', code: 'required' }]],
      ['publisher.draft', { action: 'x' }, [{ field: 'input.action', code: 'unknown_value' }]],
    ];
    for (const [tool, input, fields] of wrong) {
      const answer = await runTool(agent, { tool, input });
      expect([refusal(answer), answer.body.fields]).toEqual(['400 invalid_input', fields]);
    }
    const odd = await agent.post('/agent/tools:run', { tool: 'mods.get', input: 'x', more: 1 });
    expect(refusal(odd)).toBe('400 invalid_input');
  });

  it('a run of a reading tool rejects a confirmation token', async () => {
    const confirmation_token = 'x';
    const answer = await runTool(agent, {
      tool: 'mods.get',
      input: { mod_id: modId },
      confirmation_token,
    });
    expect([refusal(answer), answer.body.fields]).toEqual([
      '400 invalid_input',
      [{ field: 'confirmation_token', code: 'not_allowed' }],
    ]);
  });

  longTest('mods.get runs the same number of statements for any number of versions', async () => {
    const { id } = await draftMod(alice, 'agents');
    const asked = { tool: 'mods.get', input: { mod_id: id } };
    await draftVersion(alice, id, { version: '1' });
    await ran(agent, asked);
    const few = await world.statements(() => ran(agent, asked));
    for (const version of ['2', '3', '4', '5']) await draftVersion(alice, id, { version });
    const many = await world.statements(() => ran(agent, asked));
    expect(many).toHaveLength(few.length);
  });
});

describe('retired desktop route', () => {
  it('/ai/desktop/* returns 410 ai_client_upgrade_required for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const path of ['/ai/desktop/run', '/ai/desktop/v2/chat?x=1']) {
        const response = await fetch(`${world.baseUrl}${path}`, { method });
        const body: Json = await response.json();
        expect([response.status, body.code, body.retryable]).toEqual([
          410,
          'ai_client_upgrade_required',
          false,
        ]);
        expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      }
    }
  });

  it('/ai, /ai/desktopx, /ai/mobile and /v1/ai are 404', async () => {
    for (const path of ['/ai', '/ai/desktopx', '/v1/ai/desktop/run', '/ai/mobile/run']) {
      expect((await fetch(`${world.baseUrl}${path}`)).status).toBe(404);
    }
  });
});
