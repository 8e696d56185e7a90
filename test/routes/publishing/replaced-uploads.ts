import { beforeAll } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld, type World } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import {
  archiveOf,
  draftMod,
  draftVersion,
  newGame,
  newModerator,
  sendFile,
  type UploadTarget,
} from '../../publishing.js';

// `useReplacements` sets these before the tests of each file.
export let world: World;
export let alice: Creator;
let moderator: Creator;
let modId: string;
let shared: ReturnType<typeof replacedVersion> | undefined;

/** Starts the service of a test file with a mod that has a cover, and a moderator. */
export function useReplacements(): void {
  world = useWorld({}, { jobs: 'when-settled' });
  beforeAll(async () => {
    shared = undefined;
    await newGame(world, 'replaced');
    alice = await world.creator('alice');
    moderator = await newModerator(world, 'mary');
    modId = (await draftMod(alice, 'replaced')).id;
  });
}

let count = 0;
/** A number that no earlier call returned. */
function nextCount(): number {
  count += 1;
  return count;
}

/** A new version of the mod. */
export async function newTarget(): Promise<UploadTarget> {
  const version = await draftVersion(alice, modId, { version: `1.${nextCount()}` });
  return { modId, versionId: version.id };
}

/** Bytes that are ready after the scan. */
export const clean = () => new Uint8Array(archiveOf(`clean ${nextCount()}`));
/** Bytes that a moderator must review. */
export const doubtful = () =>
  new Uint8Array(writeZip([{ name: 'tool.exe', content: `MZ ${nextCount()}` }]));
/** Bytes that fail the scan. */
export const malformed = () => new Uint8Array(Buffer.from(`no archive ${nextCount()}`));

/** Completes an upload. */
export const complete = (id: string) => alice.post(`/uploads/${id}/complete`, {});
/** The session as its owner reads it. */
export const read = async (id: string): Promise<Json> =>
  (await alice.get(`/uploads/${id}`)).body.data;

/** Uploads a file, waits for its scan, and returns the session. */
export async function upload(
  target: UploadTarget,
  bytes: Uint8Array<ArrayBuffer>,
  more: object = {},
): Promise<Json> {
  const id = await sendFile(alice, target, bytes, more);
  await complete(id);
  await world.settled();
  return read(id);
}

/** A new version whose first file was replaced. */
async function replacedVersion() {
  const target = await newTarget();
  const old = await upload(target, clean());
  return { target, old, newer: await upload(target, clean()) };
}

/** A version whose first file was replaced. Tests share it and do not change it. */
export function superseded(): ReturnType<typeof replacedVersion> {
  shared ??= replacedVersion();
  return shared;
}

const pathOf = ({ versionId }: UploadTarget) => `/mods/${modId}/versions/${versionId}`;
/** The status of a version. */
export const statusOf = async (target: UploadTarget): Promise<string> =>
  (await alice.get(pathOf(target))).body.data.status;
/** The ids of the files of a version. */
export const filesOf = async (target: UploadTarget): Promise<string[]> =>
  (await alice.get(pathOf(target))).body.data.artifact_ids;
/** Publishes a version. */
export const publish = (target: UploadTarget) => alice.post(`${pathOf(target)}/publish`);

/** A decision of the moderator; returns the error code or the new status of the upload. */
export async function decide(verb: 'approve' | 'reject', id: string): Promise<string> {
  const query = `mutation ($id: ID!) { ${verb}Upload(id: $id) { lifecycleStatus } }`;
  const { body } = await moderator.graphql(query, { id });
  return body.errors?.[0].extensions.code ?? body.data[`${verb}Upload`].lifecycleStatus;
}

/** The uploads of the mod that wait for a moderator. */
export async function inReview({ modId }: UploadTarget): Promise<string[]> {
  const query = `{ listUploadReviews(modId: "${modId}", limit: 100) { items { id } } }`;
  const { items } = (await moderator.graphql(query)).body.data.listUploadReviews;
  return items.map(({ id }: Json) => id);
}

/** The kinds of the events about a subject. */
export const kindsAbout = async (subjectId: string) =>
  (await world.platform.db.outboxEvent.findMany({ where: { subjectId } })).map((it) => it.kind);

/** Starts some work while another transaction locks a version. */
export function whileVersionLocked<T>({ versionId }: UploadTarget, work: () => Promise<T>) {
  return meanwhile(
    world,
    (tx) => tx.$queryRaw`
      select 1 from mod_versions where id = ${versionId}::uuid for no key update`,
    work,
  );
}
