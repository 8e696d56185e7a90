import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '../../src/registry/agent-tools.js';
import type { Actor, Json } from '../actors.js';
import { agentOf, ran, runTool } from '../agents.js';
import { codeOf, connected, REVISIONS, type Revision, textOf } from '../mcp.js';
import { bareMod, draftVersion } from '../publishing.js';
import {
  ALL,
  agent,
  alice,
  bob,
  modId,
  NAMES,
  one,
  stranger,
  two,
  useAgent,
  world,
} from './agent-scene.js';

useAgent();

const clients: Client[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

/** A client of an actor, which closes after the test. */
async function client(actor: Actor = agent, revision?: Revision): Promise<Client> {
  const made = await connected(world, actor, revision);
  clients.push(made);
  return made;
}

const mcpNames = NAMES.map((name) => name.replaceAll('.', '_'));

/** Arguments of each tool with which it succeeds. */
const inputs = (): Record<string, Record<string, unknown>> => ({
  mods_search: { q: 'lantern', game_slug: 'agents', limit: 2 },
  mods_get: { mod_id: modId },
  install_plans_resolve: { game_slug: 'agents', mod_ids: [modId] },
  downloads_resolve: { artifact_id: one.artifactId },
  versions_compare: {
    mod_id: modId,
    from_version_id: one.versionId,
    to_version_id: two.versionId,
  },
  publisher_draft: { input: newMod() },
  publisher_validate: { mod_id: modId, version_id: one.versionId },
});

const inputOf = (name: string): Record<string, unknown> => inputs()[name] ?? {};

const newMod = (title = 'Tallow') => ({
  action: 'create_mod',
  mod: { game_slug: 'agents', title: { en: title }, description: { en: 'Candles.' } },
});

/** Calls the tool that writes drafts. */
const draft = (by: Client, input: object, more: object = {}, key?: string) =>
  by.callTool({
    name: 'publisher_draft',
    arguments: { input, ...more },
    ...(key === undefined ? {} : { _meta: { 'service/idempotency_key': key } }),
  });

/** The structured content of a call, which must succeed. */
async function resultOf(call: ReturnType<Client['callTool']>): Promise<Json> {
  const { isError, structuredContent, content } = await call;
  if (isError) throw new Error(`refused: ${JSON.stringify(content)}`);
  return structuredContent;
}

const titled = (title: string) =>
  world.platform.db.mod.count({ where: { title: { path: ['en'], equals: title } } });

describe.each(REVISIONS)('the official client with MCP %s', (revision) => {
  it('the client lists the tools of the gateway with schemas and hints', async () => {
    const { tools } = await (await client(agent, revision)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(mcpNames);
    const listed = (await agent.get('/agent/tools')).body.data;
    for (const [at, tool] of tools.entries()) {
      const { description, input_schema, output_schema, writes } = listed[at];
      expect(tool.description).toBe(description.replace('`mods.get`', '`mods_get`'));
      expect(tool.annotations?.readOnlyHint).toBe(!writes);
      const [input, output] = [tool.inputSchema.properties, tool.outputSchema?.['properties']];
      if (!writes) {
        expect([input, output]).toEqual([input_schema.properties, output_schema.properties]);
        continue;
      }
      expect(tool.annotations).toMatchObject({ destructiveHint: true, idempotentHint: false });
      expect(Object.keys(input ?? {})).toEqual(['input', 'confirmation_token']);
      expect(Object.keys(output ?? {})).toEqual(['dry_run', 'effects', 'confirmation', 'output']);
    }
  });

  it.each(Object.keys(AGENT_TOOLS).filter((name) => name !== 'publisher.draft'))(
    '%s returns the output of the gateway, as text and as data that matches its schema',
    async (name) => {
      const mcpName = name.replaceAll('.', '_');
      const by = await client(agent, revision);
      // With the list, the client validates structured content against the output schema.
      await by.listTools();
      const result = await by.callTool({ name: mcpName, arguments: inputOf(mcpName) });
      expect(result.isError).toBeFalsy();
      expect(textOf(result)).toEqual(result.structuredContent);
      const { output } = await ran(agent, { tool: name, input: inputOf(mcpName) });
      expect(Object.keys(textOf(result))).toEqual(Object.keys(output));
      if (name !== 'downloads.resolve') expect(textOf(result)).toEqual(output);
    },
  );

  it('a draft is announced, confirmed and written once', async () => {
    const by = await client(agent, revision);
    await by.listTools();
    const title = `Wick ${revision}`;
    const told = await resultOf(draft(by, newMod(title)));
    expect(told).toMatchObject({ dry_run: true, effects: [{ action: 'create_mod' }] });
    expect(await titled(title)).toBe(0);
    const confirmation = { confirmation_token: told.confirmation.token };
    const done = await resultOf(draft(by, newMod(title), confirmation));
    expect(done).toMatchObject({ dry_run: false, effects: told.effects });
    expect(await titled(title)).toBe(1);
    const shown = await alice.get(`/mods/${done.output.mod_id}`);
    expect(shown.body.data.title).toEqual({ en: title });
    expect(codeOf(await draft(by, newMod(title), confirmation))).toBe('confirmation_required');
    expect(await titled(title)).toBe(1);
  });

  it('a call with an idempotency key returns its first result again', async () => {
    const by = await client(agent, revision);
    const title = `Snuffer ${revision}`;
    const [dryKey, key] = [randomUUID(), randomUUID()];
    const told = await resultOf(draft(by, newMod(title), {}, dryKey));
    expect(await resultOf(draft(by, newMod(title), {}, dryKey))).toEqual(told);
    const confirmation = { confirmation_token: told.confirmation.token };
    const done = await resultOf(draft(by, newMod(title), confirmation, key));
    expect(await resultOf(draft(by, newMod(title), confirmation, key))).toEqual(done);
    expect(await titled(title)).toBe(1);
    expect(codeOf(await draft(by, newMod('Other'), {}, key))).toBe('idempotency_conflict');
  });

  it('an unknown tool is a protocol error with the problem document', async () => {
    const by = await client(agent, revision);
    for (const name of ['nothing', '__proto__', 'constructor', 'agent_run']) {
      const call = by.callTool({ name, arguments: {} });
      await expect(call).rejects.toMatchObject({ code: -32602, data: { code: 'tool_not_found' } });
    }
  });

  it('a wrong argument is a result that names the argument', async () => {
    const by = await client(agent, revision);
    const result = await by.callTool({ name: 'mods_get', arguments: { mod_id: 'x', more: 1 } });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    const { code, status, request_id, fields } = textOf(result);
    expect([code, status, request_id]).toEqual(['invalid_input', 400, expect.any(String)]);
    expect(fields.map((it: Json) => it.field).toSorted()).toEqual(['arguments', 'mod_id']);
  });

  it('parallel calls of one client each get their own result', async () => {
    const by = await client(agent, revision);
    const ids = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? modId : randomUUID()));
    const results = await Promise.all(
      ids.map((mod_id) => by.callTool({ name: 'mods_get', arguments: { mod_id } })),
    );
    expect(results.map((it) => it.isError === true)).toEqual(ids.map((id) => id !== modId));
  });
});

describe('arguments of the tool that writes', () => {
  it('fields of a faulty draft have the path of the argument', async () => {
    const result = await draft(await client(), { ...newMod(), mod: { game_slug: 'agents' } });
    expect(textOf(result).fields.map((it: Json) => it.field)).toContain('input.mod.title');
  });

  it('arguments other than input and confirmation_token are refused', async () => {
    const by = await client();
    for (const more of [{ tool: 'mods.search' }, { dry_run: false }, { output: 1 }]) {
      const result = await draft(by, newMod(), more);
      const fields = [{ field: Object.keys(more)[0], code: 'unknown_member' }];
      expect(textOf(result)).toMatchObject({ code: 'invalid_input', fields });
    }
    const result = await by.callTool({ name: 'publisher_draft', arguments: newMod() });
    expect(codeOf(result)).toBe('invalid_input');
  });

  it('a tool that reads takes no confirmation', async () => {
    const given = { ...inputOf('mods_get'), confirmation_token: 'x' };
    const result = await (await client()).callTool({ name: 'mods_get', arguments: given });
    const fields = [{ field: 'arguments', code: 'unknown_member' }];
    expect(textOf(result)).toMatchObject({ code: 'invalid_input', fields });
  });

  it.each(['', 'a b', 'x'.repeat(300), 7, null])(
    'the idempotency key %j is refused',
    async (key) => {
      const by = await client();
      const _meta = { 'service/idempotency_key': key };
      const result = await by.callTool({ name: 'mods_get', arguments: inputOf('mods_get'), _meta });
      const fields = [{ field: '_meta.service/idempotency_key', code: 'invalid_format' }];
      expect(textOf(result)).toMatchObject({ code: 'invalid_input', fields });
    },
  );
});

describe('access over MCP (Spec 4.8)', () => {
  it.each(NAMES)('a token for %s lists and calls only that tool', async (name) => {
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

  it("a stranger cannot read or change another user's draft", async () => {
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

  it("another user's confirmation and key have no effect", async () => {
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

  it('one of two parallel confirmations writes, and the other is refused', async () => {
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
