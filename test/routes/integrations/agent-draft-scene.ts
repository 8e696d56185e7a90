import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach } from 'vitest';
import type { Viewer } from '../../../src/request/viewer.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { agentOf, ran, runTool } from '../../agents.js';
import { type LedgerReader, openLedger } from '../../contract/matrix/ledger.js';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';

export const TOOL = 'publisher.draft';

// `useDrafts` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
export let bob: Creator;
export let agent: Actor;
export let ledger: LedgerReader;

/** Starts the service of a test file with two creators and an agent of the first. */
export function useDrafts(): void {
  world = useWorld({}, { jobs: 'when-settled', periodicJobs: false });
  beforeAll(async () => {
    await newGame(world, 'drafts');
    alice = await world.creator('alice');
    bob = await world.creator('bob');
    ledger = await openLedger(world);
  });

  beforeEach(async () => {
    agent = await agentOf(world, alice, 'publisher.draft mods.get');
  });
}

/** The input that creates a mod. */
export const newMod = (more: object = {}) => ({
  action: 'create_mod',
  mod: { game_slug: 'drafts', title: { en: 'Tallow' }, description: { en: 'Candles.' }, ...more },
});

/** Runs the tool with a confirmation token. */
export const confirm = (input: object, token: string, who = agent) =>
  runTool(who, { tool: TOOL, input, confirmation_token: token });

/** The result of a dry run. */
export const told = (input: object): Promise<Json> => ran(agent, { tool: TOOL, input });

/** The viewer of an agent credential, for tools called in this process. */
export function agentViewer(userId: string): Viewer {
  return {
    kind: 'user',
    actor: `user:${userId}`,
    userId,
    username: 'u',
    role: 'user',
    credential: {
      kind: 'agent',
      id: randomUUID(),
      clientId: null,
      scopes: ['agent:publisher.draft'],
      modIds: null,
      expiresAt: null,
      aal2At: null,
    },
  };
}

/** All database rows except confirmations, the only rows a dry run may add. */
export async function remains(): Promise<Json> {
  const { agent_runs: _, ...others } = await ledger.read();
  return others;
}

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((it) => it.trim() !== '');
const texts = fc.dictionary(fc.constantFrom('en', 'de', 'pt-BR'), text, { minKeys: 1, maxKeys: 3 });
const modMembers = {
  title: texts,
  description: texts,
  summary: fc.option(texts),
  license: fc.option(text),
  homepage_url: fc.option(fc.constant('https://example.org/a')),
  access_tier: fc.constantFrom('public', 'authenticated'),
  categories: fc.subarray(['tools', 'magic']),
};
const versionMembers = {
  changelog: fc.option(texts),
  release_channel: fc.constantFrom('release', 'beta'),
  game_versions: fc.subarray(['1.20', '1.21']),
  loader_platforms: fc.subarray(['fabric', 'forge']),
  requirements: fc.option(fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 })),
};

/** Arbitrary writes to a draft; the tool rejects some of them. */
export const drafts = (modId: string, versionId: string) =>
  fc.oneof(
    fc.record({
      action: fc.constant('create_mod'),
      mod: fc.record(
        { game_slug: fc.constantFrom('drafts', 'nothing'), ...modMembers },
        { requiredKeys: ['game_slug', 'title', 'description'] },
      ),
    }),
    fc.record({
      action: fc.constant('update_mod'),
      mod_id: fc.constant(modId),
      mod: fc.record(modMembers, { requiredKeys: [] }),
    }),
    fc.record({
      action: fc.constant('create_version'),
      mod_id: fc.constant(modId),
      version: fc.record(
        { version: fc.constantFrom('1.0.0', '2.0.0', '3'), ...versionMembers },
        { requiredKeys: ['version'] },
      ),
    }),
    fc.record({
      action: fc.constant('update_version'),
      mod_id: fc.constant(modId),
      version_id: fc.constant(versionId),
      version: fc.record(versionMembers, { requiredKeys: [] }),
    }),
  );
