import { beforeAll } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import {
  draftMod,
  newGame,
  newModerator,
  sendFile,
  sha256Of,
  type UploadTarget,
} from '../../publishing.js';
import { versionRow } from '../../rows.js';

/** The draft of a mod, and the people who upload and review its files. */
interface Cast {
  readonly alice: Creator;
  readonly moderator: Creator;
  readonly mod: Json;
}

/** Runs a service that scans uploads at once, with the draft of one mod. */
export function useScans() {
  const world = useWorld();
  let cast: Cast;
  beforeAll(async () => {
    await newGame(world, 'scans');
    const alice = await world.creator('alice');
    const moderator = await newModerator(world, 'mary');
    cast = { alice, moderator, mod: await draftMod(alice, 'scans') };
  });
  return {
    world,
    get alice() {
      return cast.alice;
    },
    get moderator() {
      return cast.moderator;
    },
    get mod() {
      return cast.mod;
    },
    ...uploadsOf(world, () => cast),
    ...resultsIn(world),
  };
}

/** The requests of the tests. */
function uploadsOf(world: World, cast: () => Cast) {
  let count = 0;
  const complete = async (uploadId: string): Promise<Json> => {
    const { alice } = cast();
    await alice.post(`/uploads/${uploadId}/complete`, {});
    await world.settled();
    return (await alice.get(`/uploads/${uploadId}`)).body.data;
  };
  return {
    complete,
    /** The draft of another version. */
    async newTarget(): Promise<UploadTarget> {
      count += 1;
      const { mod, alice } = cast();
      const given = { modId: mod.id, createdById: alice.userId, version: `1.${count}` };
      const row = versionRow({ ...given, state: 'draft' });
      await world.platform.db.modVersion.create({ data: row });
      return { modId: mod.id, versionId: row.id };
    },
    upload: async (target: UploadTarget, bytes: Uint8Array<ArrayBuffer>, more: object = {}) =>
      complete(await sendFile(cast().alice, target, bytes, more)),
    statusOf: async ({ modId, versionId }: UploadTarget) =>
      (await cast().alice.get(`/mods/${modId}/versions/${versionId}`)).body.data.status,
    publish: ({ modId, versionId }: UploadTarget) =>
      cast().alice.post(`/mods/${modId}/versions/${versionId}/publish`),
    /** The new state of a reviewed upload, or the code of the refusal. */
    async decide(verb: 'approve' | 'reject', id: string, actor = cast().moderator) {
      const query = `mutation ($id: ID!) { ${verb}Upload(id: $id) { lifecycleStatus } }`;
      const { body } = await actor.graphql(query, { id });
      return body.errors?.[0].extensions.code ?? body.data[`${verb}Upload`].lifecycleStatus;
    },
  };
}

/** The results of a scan in the database and in the store. */
function resultsIn(world: World) {
  return {
    async stagingOf(id: string) {
      const { db, storage } = world.platform;
      const row = await db.uploadSession.findUniqueOrThrow({ where: { id } });
      return storage.head(row.stagingKey);
    },
    /** How many blobs have these bytes, and the object in the store. */
    async promotedOf(bytes: Uint8Array) {
      const sha256 = sha256Of(bytes);
      const { db, storage } = world.platform;
      return [await db.blob.count({ where: { sha256 } }), await storage.head(`blobs/${sha256}`)];
    },
    async eventsOf(data: Json) {
      const events = await world.platform.db.outboxEvent.findMany({
        where: { subjectId: { in: [data.upload_id, data.artifact_id] } },
      });
      return events.map((it) => it.kind).sort();
    },
    async outcomeOf(data: Json) {
      const event = await world.platform.db.outboxEvent.findFirstOrThrow({
        where: { subjectId: data.upload_id, kind: 'scan.completed' },
      });
      return (event.data as Json).outcome;
    },
  };
}
