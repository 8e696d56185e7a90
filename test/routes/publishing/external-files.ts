import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { PROVIDER_NAMES } from '../../../src/registry/providers.js';
import type { Actor, Creator } from '../../actors.js';
import { runTool } from '../../agents.js';
import { useWorld, type World } from '../../harness.js';
import { keep, openProviderServer, type ProviderServer } from '../../provider-server.js';
import { archiveOf, draftMod, draftVersion, newGame } from '../../publishing.js';
import { declared, type Referred, refer, switchedOn } from '../../workers/publishing/references.js';

// `useExternalFiles` sets these before the tests of each file.
export let server: ProviderServer;
export let world: World;
export let alice: Creator;
export let mallory: Creator;
export let modId: string;

/** Starts the service of a test file with a server in place of all providers. */
export async function useExternalFiles(): Promise<void> {
  const opened = await openProviderServer();
  server = opened;
  afterAll(() => opened.close());
  world = useWorld(switchedOn(server), { jobs: 'when-settled' });
  beforeAll(async () => {
    await newGame(world, 'kept');
    alice = await world.creator('alice');
    mallory = await world.creator('mallory');
    modId = (await draftMod(alice, 'kept')).id;
  });
}

/** The bytes of an archive; each call has others by default. */
export const bytesOf = (text: string = randomUUID()) => new Uint8Array(archiveOf(text));
/** A new version of a mod. */
export const newTarget = async (of: string = modId) => ({
  modId: of,
  versionId: String((await draftVersion(alice, of, { version: randomUUID() })).id),
});
/** Resolves a download over REST. */
export const resolve = (actor: Actor, { artifactId }: { artifactId: string }, body?: object) =>
  actor.post(`/downloads/${artifactId}/resolve`, body);

/** Resolves a download with the agent tool, which returns the same problem codes as REST. */
export const byAgent = async (artifactId: string) => {
  const agent = await alice.withToken({ scopes: 'agent:downloads.resolve' });
  return runTool(agent, { tool: 'downloads.resolve', input: { artifact_id: artifactId } });
};

/** Publishes a version with one provider file. */
export async function published(provider: (typeof PROVIDER_NAMES)[number] = 'github') {
  const bytes = bytesOf();
  const file = keep(server, provider, bytes);
  const made = await refer(alice, modId, declared(file, bytes));
  await world.settled();
  const out = await publish(made);
  if (out.status !== 200) throw new Error(`not published: ${out.text}`);
  return { bytes, file, ...made };
}

/** Publishes a version. */
export const publish = ({ versionId }: Referred) =>
  alice.post(`/mods/${modId}/versions/${versionId}/publish`, {});
