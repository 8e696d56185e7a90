import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import type { Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import type { ProviderServer } from '../../provider-server.js';
import { archiveOf } from '../../publishing.js';
import { useStoredMod } from '../catalog/stored-mod.js';
import { examinationOf, type Referred, refer, register as send, switchedOn } from './references.js';

/** The bytes of an archive, unique by default. */
export const bytesOf = (text: string = randomUUID()) => new Uint8Array(archiveOf(text));

/** Checks that no request to the test server had a credential or another name than the service. */
export function expectPlainRequests({ asked }: ProviderServer): void {
  expect(asked.length).toBeGreaterThan(0);
  for (const { headers } of asked) {
    expect(headers['user-agent']).toMatch(/^modport\/\d\S* \(\+http/);
    expect(headers['accept-encoding']).toBe('identity');
    expect(headers.authorization ?? headers.cookie).toBeUndefined();
  }
}

/** A world whose mod refers to files of the test server, and ways to look at the effects. */
export function useExaminations(
  server: ProviderServer & { close(): Promise<void> },
  game = 'kept',
) {
  afterAll(() => server.close());
  const world = useWorld(switchedOn(server), { jobs: 'when-settled' });
  const mod = useStoredMod(world, game);
  return {
    world,
    /** Registers a file for a new version. */
    register: (body: Json) => refer(mod.alice, mod.modId, body),
    /** Registers a file for the version of an earlier reference. */
    registerAgain: (earlier: Referred, body: Json) => send(mod.alice, earlier, body),
    examined: (made: Referred) => examinationOf(mod.alice, made),
    /** The state of the version that refers to a file. */
    stateOf: async ({ versionId }: Referred) =>
      (await mod.alice.get(`/mods/${mod.modId}/versions/${versionId}`)).body.data.status,
    referenceOf: ({ referenceId }: Referred) =>
      world.platform.db.externalReference.findUniqueOrThrow({ where: { id: referenceId } }),
    stagedKeys: async () =>
      (await world.platform.storage.list('staging/references/')).map(({ key }) => key),
  };
}
