import { type Api, createApi } from './api.js';
import { buildDemoArchive, type DemoArchive } from './archive.js';
import { demoCreators, demoGames, demoMods, publicationOrder } from './catalog.js';
import type { DemoCategory, DemoCreator, DemoGame, DemoMod, DemoVersion } from './catalog.types.js';
import { type ClientOptions, createClient, type RestClient } from './client.js';
import type { ModVersion } from './shapes.js';
import { bytesSource, sendBytes, waitForUpload } from './upload.js';
import { idempotencyKeyOf, idOf, modBody, uploadBody, versionBody } from './write-bodies.js';

/**
 * The parts of the demo load without REST routes: users and their tokens, games, categories, and
 * the look-up of drafts.
 */
export interface DemoEnvironment extends Omit<ClientOptions, 'token'> {
  /** Creates the account unless it exists; the next two do the same for games and categories. */
  ensureUser(creator: DemoCreator): Promise<void>;
  ensureGame(game: DemoGame): Promise<void>;
  ensureCategory(gameSlug: string, category: DemoCategory): Promise<void>;
  /** The id of the creator's mod with this slug, including drafts, or null. */
  findMod(mod: DemoMod): Promise<string | null>;
  /** A token with every scope of `demoScopes`. */
  tokenFor(username: string): Promise<string>;
  /** Receives one line per step. */
  log(line: string): void;
}

/** The numbers of mods and versions that a load added. */
export interface DemoLoad {
  readonly mods: number;
  readonly versions: number;
  /** Versions that were already published, archived or withdrawn. */
  readonly skipped: number;
}

/** The scopes of the creators' tokens. */
export const demoScopes: readonly string[] = [
  'mods:read',
  'mods:write',
  'versions:write',
  'versions:publish',
  'files:upload',
];

/** The connection of one creator. */
interface Seat {
  readonly client: RestClient;
  readonly api: Api;
}

/**
 * Publishes the demo catalog through the public API with real archives. It is safe to run again at
 * any time. It skips published versions and continues an interrupted load: it reuses drafts, and
 * each idempotency key derives from the content of its write. A mod without a published version
 * gets its fallback cover. Throws `ProblemResponse` for an error response, and Error for a file
 * that the scan does not accept.
 */
export async function loadDemo(environment: DemoEnvironment): Promise<DemoLoad> {
  for (const game of demoGames) {
    await environment.ensureGame(game);
    for (const category of game.categories) await environment.ensureCategory(game.slug, category);
  }
  const seats = new Map<string, Seat>();
  for (const creator of demoCreators) {
    await environment.ensureUser(creator);
    const client = createClient({
      ...environment,
      token: await environment.tokenFor(creator.username),
    });
    seats.set(creator.username, { client, api: createApi(client) });
  }
  const ids = new Map<string, string>();
  const load = { mods: 0, versions: 0, skipped: 0 };
  for (const mod of publicationOrder(demoMods)) {
    const seat = seats.get(mod.creator);
    if (!seat) throw new Error(`${mod.slug} belongs to ${mod.creator}, who is not in the demo`);
    const known = await environment.findMod(mod);
    const present = known ? await seat.api.listVersions(known) : [];
    const id = known ?? (await createMod(seat.api, mod));
    if (!present.some(wasPublished))
      await seat.api.createFallbackCover(id, idempotencyKeyOf('cover', { id }));
    ids.set(mod.slug, id);
    load.mods += known ? 0 : 1;
    for (const version of mod.versions) {
      const draft = present.find((one) => one.version === version.version);
      if (draft && wasPublished(draft)) {
        load.skipped += 1;
        continue;
      }
      await publish(seat, mod, version, ids, draft);
      environment.log(`published ${mod.slug} ${version.version}`);
      load.versions += 1;
    }
  }
  return load;
}

/** Published, archived or withdrawn, so a load does not change it any more. */
function wasPublished(version: ModVersion): boolean {
  return !['draft', 'validating', 'scanning', 'failed', 'ready'].includes(version.status);
}

async function createMod(api: Api, mod: DemoMod): Promise<string> {
  const body = modBody(mod);
  return (await api.createMod(body, idempotencyKeyOf('mod', body))).id;
}

async function publish(
  seat: Seat,
  mod: DemoMod,
  version: DemoVersion,
  ids: ReadonlyMap<string, string>,
  draft: ModVersion | undefined,
): Promise<void> {
  const { api } = seat;
  const modId = idOf(ids, mod.slug);
  const body = versionBody(version, ids);
  const { id, status } =
    draft ?? (await api.createVersion(modId, body, idempotencyKeyOf('version', { modId, body })));
  if (status !== 'ready') await sendFile(seat, modId, id, buildDemoArchive(mod, version));
  await api.publishVersion(modId, id, idempotencyKeyOf('publish', { id }));
}

async function sendFile(
  { client, api }: Seat,
  modId: string,
  versionId: string,
  archive: DemoArchive,
): Promise<void> {
  const source = bytesSource(archive.bytes);
  const file = uploadBody(modId, versionId, archive, source.sha256);
  const key = idempotencyKeyOf('upload', file);
  const session = await api.createUpload(file, key);
  if (session.lifecycleStatus === 'uploading') {
    const parts = await sendBytes(client, api, session, source);
    await api.completeUpload(session.upload_id, parts, key);
  }
  const endpoint = `/v1/uploads/${session.upload_id}`;
  const { lifecycleStatus, failure } = await waitForUpload(client, api, endpoint);
  if (lifecycleStatus !== 'ready' && lifecycleStatus !== 'published') {
    throw new Error(
      `${archive.filename} ended as ${lifecycleStatus}: ${failure?.code ?? 'no code'}`,
    );
  }
}
