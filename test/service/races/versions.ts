import { expect } from 'vitest';
import { refreshMods } from '../../../src/modules/catalog/index.js';
import { condemnBlob } from '../../../src/modules/storage/safety/unsafe-blob.js';
import type { Actor } from '../../actors.js';
import type { World } from '../../harness.js';
import { type AnyRace, ofGraphql, race } from './race.js';
import { publish, rollback, type Stage, systemOf, type Version } from './stage.js';

const move = async (actor: Actor, verb: string, id: string) =>
  ofGraphql(
    await actor.graphql(
      `mutation { ${verb}(id: "${id}")${/^delete/.test(verb) ? '' : ' { id }'} }`,
    ),
  );

async function blobOf({ platform }: World, { artifactId }: Version): Promise<string> {
  const { blobId } = await platform.db.artifact.findUniqueOrThrow({ where: { id: artifactId } });
  if (!blobId) throw new Error('the file has no bytes');
  return blobId;
}

/** An infected scan of the bytes of a version ends at a process. */
async function condemn(world: World, version: Version): Promise<void> {
  const blobId = await blobOf(world, version);
  const { db, clock } = world.platform;
  await db.$transaction((tx) =>
    condemnBlob(systemOf(world), tx, {
      blobId,
      cause: 'rescan',
      verdict: 'infected',
      found: 'Late.Test',
      reasons: [],
      engine: { name: 'test', signatures: '1' },
      scannedAt: clock.now(),
    }),
  );
}

/** Races over the lifecycle of versions. */
export function versionRaces(stage: Stage): readonly AnyRace[] {
  const { here, there, alice, db, next, newMod, ready, published, stateOf, modStateOf } = stage;
  return [
    race({
      name: 'two publications of one version publish it once',
      arrange: () => ready(),
      one: (version) => publish(alice.here, version),
      other: (version) => publish(alice.there, version),
      winners: [1],
    }),
    race({
      name: 'a version that is deleted and published at once is never both',
      arrange: () => ready(),
      one: (version) => publish(alice.here, version),
      other: ({ versionId }) => move(alice.there, 'deleteModVersion', versionId),
      winners: [1, 2],
      holds: async (version) => expect(await stateOf(version)).toBe('deleted'),
    }),
    race({
      name: 'a mod that is deleted while a version is published stays deleted',
      arrange: () => ready(),
      one: (version) => publish(alice.here, version),
      other: ({ modId }) => move(alice.there, 'deleteMod', modId),
      winners: [1, 2],
      holds: async (version) => expect(await modStateOf(version)).toBe('deleted'),
    }),
    race({
      name: 'a version that is published while its upload is aborted keeps its file',
      arrange: () => ready(),
      one: (version) => publish(alice.here, version),
      other: (version) => alice.there.post(`/uploads/${version.uploadId}/abort`, {}),
      winners: [1],
      holds: async (version) => expect(await stateOf(version)).toBe('published'),
    }),
    race({
      name: 'a version is rolled back or archived, and not both',
      arrange: () => published(),
      one: (version) => rollback(alice.here, version),
      other: ({ versionId }) => move(alice.there, 'archiveModVersion', versionId),
      winners: [1],
    }),
    race({
      name: 'two rollbacks of one version are one',
      arrange: () => published(),
      one: (version) => rollback(alice.here, version),
      other: (version) => rollback(alice.there, version),
      winners: [1],
    }),
    race({
      name: 'a rollback beside the publication of the next version leaves that one in the catalog',
      arrange: async () => {
        const first = await published();
        return { first, second: await ready(first.modId) };
      },
      one: ({ second }) => publish(alice.here, second),
      other: ({ first }) => rollback(alice.there, first),
      winners: [2],
      holds: async ({ second }) => expect(await modStateOf(second)).toBe('published'),
    }),
    race({
      name: 'the last two versions that leave at once take their mod out of the catalog',
      arrange: async () => {
        const first = await published();
        return { first, second: await published(first.modId) };
      },
      one: ({ first }) => move(alice.here, 'archiveModVersion', first.versionId),
      other: ({ second }) => rollback(alice.there, second),
      winners: [2],
      holds: async ({ first }) => expect(await modStateOf(first)).toBe('archived'),
    }),
    race({
      name: 'a version that is restored and deleted at once ends deleted',
      arrange: async () => {
        const version = await published();
        await rollback(alice.here, version);
        return version;
      },
      one: ({ versionId }) => move(alice.here, 'restoreModVersion', versionId),
      other: ({ versionId }) => move(alice.there, 'deleteModVersion', versionId),
      winners: [1, 2],
      holds: async (version) => expect(await stateOf(version)).toBe('deleted'),
    }),
    race({
      name: 'two versions of one mod never have the same version string',
      arrange: async () => ({ modId: await newMod(), version: next() }),
      one: ({ modId, version }) => alice.here.post(`/mods/${modId}/versions`, { version }),
      other: ({ modId, version }) => alice.there.post(`/mods/${modId}/versions`, { version }),
      winners: [1],
    }),
    race({
      name: 'bytes that become unsafe while their version is published are offered to no one',
      arrange: () => ready(),
      one: (version) => publish(alice.here, version),
      other: async (version) => {
        await condemn(there, version);
        return 200;
      },
      winners: [1, 2],
      holds: async (version) => {
        for (const { anon } of [here, there]) {
          const asked = await anon.post(`/downloads/${version.artifactId}/resolve`, {});
          expect(asked.status).toBe(404);
        }
        await refreshMods(here.platform, { blobId: await blobOf(here, version) });
        const { document } = await db().mod.findUniqueOrThrow({ where: { id: version.modId } });
        expect(document).toMatchObject({ latestRelease: null });
      },
    }),
  ];
}
