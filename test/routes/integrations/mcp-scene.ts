import type { Client } from '@modelcontextprotocol/client';
import { afterEach } from 'vitest';
import type { Actor, Json } from '../../actors.js';
import { connected, type Revision } from '../../mcp.js';
import { agent, modId, NAMES, one, two, world } from './agent-scene.js';

const clients: Client[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

/** A client of an actor, which closes after the test. */
export async function client(
  actor: Actor = agent,
  revision?: Revision,
  identity?: Readonly<Record<string, string>>,
): Promise<Client> {
  const made = await connected(world, actor, revision, identity);
  clients.push(made);
  return made;
}

/** The names of the tools in MCP. */
export const mcpNames = NAMES.map((name) => name.replaceAll('.', '_'));

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

/** Arguments with which a tool succeeds. */
export const inputOf = (name: string): Record<string, unknown> => inputs()[name] ?? {};

/** The input of a draft of a new mod. */
export const newMod = (title = 'Tallow') => ({
  action: 'create_mod',
  mod: { game_slug: 'agents', title: { en: title }, description: { en: 'Candles.' } },
});

/** Calls the tool that writes drafts. */
export const draft = (by: Client, input: object, more: object = {}, key?: string) =>
  by.callTool({
    name: 'publisher_draft',
    arguments: { input, ...more },
    ...(key === undefined ? {} : { _meta: { 'service/idempotency_key': key } }),
  });

/** The structured content of a call, which must succeed. */
export async function resultOf(call: ReturnType<Client['callTool']>): Promise<Json> {
  const { isError, structuredContent, content } = await call;
  if (isError) throw new Error(`refused: ${JSON.stringify(content)}`);
  return structuredContent;
}

/** The number of mods with a title. */
export const titled = (title: string) =>
  world.platform.db.mod.count({ where: { title: { path: ['en'], equals: title } } });
