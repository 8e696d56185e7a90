import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { agentOf, ran, runTool } from '../../agents.js';
import { codeOf, IDENTITY, textOf } from '../../mcp.js';
import { bareMod, draftVersion } from '../../publishing.js';
import { everyNth, longTest } from '../../rounds.js';
import { ALL, agent, alice, bob, modId, NAMES, stranger, useAgent, world } from './agent-scene.js';
import { client, draft, inputOf, mcpNames, newMod, resultOf, titled } from './mcp-scene.js';

useAgent();

describe('access over MCP (Spec 4.8)', () => {
  it.each(everyNth(NAMES, 3))('a token for %s lists and calls only that tool', async (name) => {
    const mcpName = name.replaceAll('.', '_');
    const by = await client(await agentOf(world, alice, name));
    expect((await by.listTools()).tools.map((tool) => tool.name)).toEqual([mcpName]);
    for (const other of mcpNames.filter((it) => it !== mcpName)) {
      const refused = await by.callTool({ name: other, arguments: inputOf(other) });
      const required_scopes = [`agent:${NAMES[mcpNames.indexOf(other)]}`];
      expect(textOf(refused)).toMatchObject({ code: 'insufficient_scope', required_scopes });
    }
  });

  it('a personal token and an API key work like at the gateway', async () => {
    const personal = await alice.withToken({ scopes: 'agent:mods.get credentials:manage' });
    const grants = [{ type: 'mod', id: modId }];
    const body = { name: 'agent', scopes: ['agent:mods.get'], resource_grants: grants };
    const { secret } = (await personal.post('/api-keys', body)).body.data;
    for (const token of [personal.token, secret]) {
      const by = await client({ ...personal, token });
      expect((await by.listTools()).tools.map(({ name }) => name)).toEqual(['mods_get']);
      const { mod } = await resultOf(
        by.callTool({ name: 'mods_get', arguments: inputOf('mods_get') }),
      );
      expect(mod.id).toBe(modId);
    }
  });

  longTest("a stranger cannot read or change another user's draft", async () => {
    const { id } = await bareMod(alice, 'agents');
    const { id: version_id } = await draftVersion(alice, id, { version: '1.0.0' });
    const by = await client(stranger);
    const read = await by.callTool({ name: 'mods_get', arguments: { mod_id: id } });
    expect(codeOf(read)).toBe('not_found');
    const validate = { name: 'publisher_validate', arguments: { mod_id: id, version_id } };
    expect(codeOf(await by.callTool(validate))).toBe('not_found');
    const title = { en: 'Stolen' };
    expect(codeOf(await draft(by, { action: 'update_mod', mod_id: id, mod: { title } }))).toBe(
      'not_found',
    );
    const version = { version: '2.0.0' };
    expect(codeOf(await draft(by, { action: 'create_version', mod_id: id, version }))).toBe(
      'not_found',
    );
    expect(await titled('Stolen')).toBe(0);
  });

  longTest("another user's confirmation and key have no effect", async () => {
    const input = newMod('Borrowed');
    const key = randomUUID();
    const told = await resultOf(draft(await client(), input, {}, key));
    const by = await client(stranger);
    const confirmation = { confirmation_token: told.confirmation.token };
    expect(codeOf(await draft(by, input, confirmation))).toBe('confirmation_required');
    const own = await resultOf(draft(by, input, {}, key));
    expect(own.confirmation.token).not.toBe(told.confirmation.token);
    expect(await titled('Borrowed')).toBe(0);
    expect(await world.platform.db.mod.count({ where: { authorId: bob.userId } })).toBe(0);
  });

  it('a confirmation of the gateway confirms the same input over MCP, once in all', async () => {
    const input = newMod('Bridge');
    const told = await ran(agent, { tool: 'publisher.draft', input });
    const confirmation = { confirmation_token: told.confirmation.token };
    const changed = await draft(await client(), newMod('Bridges'), confirmation);
    expect(codeOf(changed)).toBe('confirmation_required');
    await resultOf(draft(await client(), input, confirmation));
    const again = await runTool(agent, { tool: 'publisher.draft', input, ...confirmation });
    expect(again.body.code).toBe('confirmation_required');
    expect(await titled('Bridge')).toBe(1);
  });

  longTest('one of two parallel confirmations writes, and the other is refused', async () => {
    const input = newMod('Race');
    const by = await client(await agentOf(world, alice, ALL));
    const told = await resultOf(draft(by, input));
    const confirmation = { confirmation_token: told.confirmation.token };
    const results = await Promise.all([1, 2].map(() => draft(by, input, confirmation)));
    expect(results.filter(({ isError }) => isError).map(codeOf)).toEqual(['confirmation_required']);
    expect(await titled('Race')).toBe(1);
  });

  it('a confirmed write is in the audit log under the credential of the agent', async () => {
    const input = newMod('Ledger');
    const by = await client();
    const told = await resultOf(draft(by, input));
    const confirmation = { confirmation_token: told.confirmation.token };
    const { output } = await resultOf(draft(by, input, confirmation));
    const lines = await world.platform.db.auditEntry.findMany({
      where: { targetId: output.mod_id },
      orderBy: { action: 'asc' },
    });
    const of = { actorId: alice.userId, credentialKind: 'agent', outcome: 'done' };
    expect(lines).toMatchObject([
      { ...of, action: 'agent_tool.run', data: { tool: 'publisher.draft' } },
      { ...of, action: 'mod.created' },
    ]);
  });
});

describe('identity of an MCP client (Spec 5.5)', () => {
  const userAgent = { 'User-Agent': IDENTITY['User-Agent'] ?? '' };
  const refusedIdentities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'no headers': {},
    'a general User-Agent': { ...IDENTITY, 'User-Agent': 'node/24 (+https://nodejs.org)' },
    'a User-Agent without a contact': { ...IDENTITY, 'User-Agent': 'ModportTests/1.0' },
  };

  it.each(Object.entries(refusedIdentities))(
    'a tool that writes refuses %s, and nothing is announced or written',
    async (_name, identity) => {
      const told = await resultOf(draft(await client(), newMod('Nameless')));
      const by = await client(agent, '2025-11-25', identity);
      expect(codeOf(await draft(by, newMod('Nameless')))).toBe('invalid_client_identity');
      const confirmation = { confirmation_token: told.confirmation.token };
      const confirmed = await draft(by, newMod('Nameless'), confirmation);
      expect(codeOf(confirmed)).toBe('invalid_client_identity');
      expect(await titled('Nameless')).toBe(0);
    },
  );

  it.each([
    ['without a name and version', userAgent],
    ['without a version', { ...userAgent, 'X-Service-Client': 'modport-tests' }],
  ])('a tool that writes refuses a personal token %s', async (_name, identity) => {
    const personal = await alice.withToken({ scopes: 'agent:publisher.draft' });
    const by = await client(personal, '2025-11-25', identity);
    expect(codeOf(await draft(by, newMod()))).toBe('invalid_client_identity');
    const named = await client(personal);
    expect(await resultOf(draft(named, newMod()))).toMatchObject({ dry_run: true });
  });

  longTest('tools that read need no identity', async () => {
    const by = await client(agent, '2025-11-25', {});
    expect((await by.listTools()).tools).toHaveLength(NAMES.length);
    for (const name of mcpNames.filter((it) => it !== 'publisher_draft')) {
      const { isError } = await by.callTool({ name, arguments: inputOf(name) });
      expect([name, isError === true]).toEqual([name, false]);
    }
  });
});
