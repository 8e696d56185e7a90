import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld, type World } from '../../harness.js';
import { type FakeClamd, startFakeClamd, versionOf } from '../../platform/scanner/fake-clamd.js';
import {
  draftMod,
  draftVersion,
  newGame,
  newModerator,
  publishedVersion,
  refusal,
  sendFile,
  sha256Of,
} from '../../publishing.js';
import { storedMod, storedVersion } from '../../stored-versions.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** A small archive of the given files. */
export const archive = (...files: (string | Buffer)[]): Bytes =>
  new Uint8Array(writeZip(files.map((content, at) => ({ name: `${at}.txt`, content }))));

/** A world whose antivirus follows a script, with the people and requests around unsafe bytes. */
export function useUnsafeBytes() {
  const environment: NodeJS.ProcessEnv = {};
  const clamd = {} as FakeClamd;
  beforeAll(async () => {
    const started = await startFakeClamd();
    Object.assign(clamd, started);
    environment['CLAMD_ADDRESS'] = started.environment;
    return () => started.stop();
  });
  const world = useWorld(environment);
  const people = {} as { -readonly [name in keyof People]: People[name] };
  beforeAll(async () => {
    await newGame(world, 'unsafe');
    people.alice = await world.creator('alice');
    people.moderator = await newModerator(world, 'mary');
    people.root = await world.creator('root');
    const where = { id: people.root.userId };
    await world.platform.db.user.update({ where, data: { role: 'admin' } });
  });
  beforeEach(async () => {
    // A recent second factor, independent of the clock.
    people.admin = await people.root.withToken({ scopes: 'admin:*' });
    clamd.script.version = versionOf(world.clock.now());
    clamd.script.verdict = () => 'stream: OK';
    world.clock.advance(LIMITS.clamdVersionSeconds);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const requests = requestsOf(world, people);
  const finds = (text: string) => {
    clamd.script.verdict = (content) =>
      content.includes(text) ? 'stream: Java.Late FOUND' : 'stream: OK';
  };
  const views = viewsOf(world, people, requests.ask);
  return { world, people, clamd, finds, ...requests, ...views, ...filesOf(world, people) };
}

interface People {
  readonly alice: Creator;
  readonly moderator: Creator;
  readonly root: Creator;
  readonly admin: Actor;
}

const BLOCK = `mutation ($input: BlockHashInput!) {
  blockHash(input: $input) { id sha256 sizeBytes name note createdById removedAt }
}`;

/** The requests of admins. */
function requestsOf(world: World, people: People) {
  const ask = async (
    query: string,
    variables: object = {},
    actor: Actor = people.admin,
  ): Promise<Json> => {
    const { body } = await actor.graphql(query, variables);
    return body.errors ? body.errors[0].extensions.code : Object.values(body.data)[0];
  };
  const block = (input: object) => ask(BLOCK, { input });
  const clear = (sha256: string, actor: Actor = people.admin) =>
    ask(
      'mutation ($sha256: String!) { clearBlob(sha256: $sha256, note: "looked at") { state } }',
      { sha256 },
      actor,
    );
  const rescan = async (sha256: string | null = null) => {
    world.clock.advance(1);
    const mutation = 'mutation ($sha256: String) { rescanBlobs(sha256: $sha256) { sha256 } }';
    const order = await ask(mutation, { sha256 });
    await world.settled();
    return order;
  };
  return { ask, block, clear, rescan };
}

/** The views of moderators and callers on stored bytes. */
function viewsOf(world: World, people: People, ask: ReturnType<typeof requestsOf>['ask']) {
  const scansOf = async (sha256: string): Promise<string[]> => {
    const query = `{ listBlobScans(sha256: "${sha256}") { items { cause verdict found reasons } } }`;
    const { items } = await ask(query, {}, people.moderator);
    return items.map((it: Json) =>
      [it.cause, it.verdict, it.found, ...it.reasons].filter(Boolean).join(' '),
    );
  };
  const stateOf = async (sha256: string) =>
    (await world.platform.db.blob.findUnique({ where: { sha256 } }))?.state;
  const resolve = async (artifactId: string, actor: Actor = world.anon) => {
    const answer = await actor.post(`/downloads/${artifactId}/resolve`);
    return answer.status === 200 ? 'resolved' : refusal(answer);
  };
  return { scansOf, stateOf, resolve };
}

/** Ways in which the bytes of a file get into the store. */
function filesOf(world: World, people: People) {
  let count = 0;
  const nextVersion = () => {
    count += 1;
    return { version: `1.${count}` };
  };
  const newMod = () => storedMod(world, people.alice, 'unsafe');
  /** Writes a published version as rows, with its bytes in the store. */
  const publish = async (bytes: Bytes, modId?: string) => {
    const id = modId ?? (await newMod());
    const ids = await storedVersion(world, people.alice, id, nextVersion(), bytes);
    return { ...ids, modId: id, sha256: sha256Of(bytes) };
  };
  /** Uploads and publishes a version with requests. */
  const publishByRequest = async (bytes: Bytes, game = 'unsafe') => {
    const { id } = await draftMod(people.alice, game);
    const ids = await publishedVersion(world, people.alice, id, nextVersion(), bytes);
    return { ...ids, modId: id as string, sha256: sha256Of(bytes) };
  };
  const send = async (bytes: Bytes): Promise<string> => {
    const modId = await newMod();
    const { id: versionId } = await draftVersion(people.alice, modId, nextVersion());
    return sendFile(people.alice, { modId, versionId }, bytes);
  };
  const upload = async (bytes: Bytes): Promise<Json> => {
    const id = await send(bytes);
    await people.alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return (await people.alice.get(`/uploads/${id}`)).body.data;
  };
  return { publish, publishByRequest, send, upload };
}
