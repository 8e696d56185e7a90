import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AGENT_TOOLS } from '../../../src/registry/agent-tools.js';
import type { Json } from '../../actors.js';
import { ran } from '../../agents.js';
import { codeOf, REVISIONS, textOf } from '../../mcp.js';
import { someOf } from '../../rounds.js';
import { agent, alice, modId, useAgent } from './agent-scene.js';
import { client, draft, inputOf, mcpNames, newMod, resultOf, titled } from './mcp-scene.js';

useAgent();

const READERS = Object.keys(AGENT_TOOLS).filter((name) => name !== 'publisher.draft');

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

  it.each(someOf(READERS, 2, 2 * REVISIONS.indexOf(revision)))(
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
    expect(fields.map((it: Json) => it.field).toSorted()).toEqual(['mod_id', 'more']);
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
    const fields = [{ field: 'confirmation_token', code: 'unknown_member' }];
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
