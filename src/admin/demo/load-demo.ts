import { type Api, createApi } from './api.js';
import { buildDemoArchive } from './archive.js';
import { demoCreators, demoGames, demoMods } from './catalog.js';
import type { DemoCategory, DemoCreator, DemoGame, DemoMod, DemoVersion } from './catalog.types.js';
import { type ClientOptions, createClient, type RestClient } from './client.js';
import { publicationOrder } from './publication-order.js';
import { sendBytes, waitForUpload } from './upload.js';
import { bytesSource } from './upload-source.js';
import { idOf, modBody, uploadBody, versionBody, writeKey } from './write-bodies.js';

/** What the demo needs of its surroundings; people, games and categories have no REST writes. */
export interface DemoSurroundings extends Omit<ClientOptions, 'token'> {
  ensureUser(creator: DemoCreator): Promise<void>;
  ensureGame(game: DemoGame): Promise<void>;
  ensureCategory(gameSlug: string, category: DemoCategory): Promise<void>;
  /** A token with every scope of `demoScopes`. */
  tokenFor(username: string): Promise<string>;
  /** Told one line about each thing that is done. */
  log(line: string): void;
}

/** How much a load changed. */
export interface DemoLoad {
  readonly mods: number;
  readonly versions: number;
  /** Versions that were there already. */
  readonly skipped: number;
}

/** What the tokens of the demo's creators have to allow. */
export const demoScopes: readonly string[] = [
  'mods:read',
  'mods:write',
  'versions:write',
  'versions:publish',
  'files:upload',
];

/** One creator's connection. */
interface Seat {
  readonly client: RestClient;
  readonly api: Api;
}

/**
 * Publishes the demo catalog through the public API with real archives. It may be run again at
 * any time: what is published is left alone, and a load that was cut off is continued, because
 * the key of every write follows from what it writes. Throws `ProblemResponse` for a refusal, and
 * Error for a file that does not pass its scan.
 */
export async function loadDemo(around: DemoSurroundings): Promise<DemoLoad> {
  for (const game of demoGames) {
    await around.ensureGame(game);
    for (const category of game.categories) await around.ensureCategory(game.slug, category);
  }
  const seats = new Map<string, Seat>();
  for (const creator of demoCreators) {
    await around.ensureUser(creator);
    const client = createClient({ ...around, token: await around.tokenFor(creator.username) });
    seats.set(creator.username, { client, api: createApi(client) });
  }
  const anonymous = createApi(createClient(around));
  const ids = await publishedIds(anonymous);
  const load = { mods: 0, versions: 0, skipped: 0 };
  for (const mod of publicationOrder(demoMods)) {
    const seat = seats.get(mod.creator);
    if (!seat) throw new Error(`${mod.slug} belongs to ${mod.creator}, who is not in the demo`);
    const known = ids.get(mod.slug);
    const present = known ? await anonymous.listVersions(known) : [];
    const id = known ?? (await createMod(seat.api, mod));
    ids.set(mod.slug, id);
    load.mods += known ? 0 : 1;
    for (const version of mod.versions) {
      if (present.some((one) => one.version === version.version)) {
        load.skipped += 1;
        continue;
      }
      await publish(seat, mod, version, ids);
      around.log(`published ${mod.slug} ${version.version}`);
      load.versions += 1;
    }
  }
  return load;
}

/** The ids of the demo's mods that the catalog shows already, by slug. */
async function publishedIds(api: Api): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const game of demoGames) {
    const missing = new Set(
      demoMods.filter((mod) => mod.game === game.slug).map((mod) => mod.slug),
    );
    let cursor: string | null = '';
    while (cursor !== null && missing.size > 0) {
      const query = { game_slug: game.slug, limit: '100', ...(cursor ? { cursor } : {}) };
      const page = await api.listMods(query);
      for (const { slug, id } of page.mods) {
        if (missing.delete(slug)) ids.set(slug, id);
      }
      cursor = page.nextCursor;
    }
  }
  return ids;
}

async function createMod(api: Api, mod: DemoMod): Promise<string> {
  const body = modBody(mod);
  const { id } = await api.createMod(body, writeKey('mod', body));
  await api.createFallbackCover(id, writeKey('cover', { id }));
  return id;
}

async function publish(
  { client, api }: Seat,
  mod: DemoMod,
  version: DemoVersion,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const modId = idOf(ids, mod.slug);
  const body = versionBody(version, ids);
  const created = await api.createVersion(modId, body, writeKey('version', { modId, body }));
  const archive = buildDemoArchive(mod, version);
  const source = bytesSource(archive.bytes);
  const file = uploadBody(modId, created.id, archive, source.sha256);
  const key = writeKey('upload', file);
  const session = await api.createUpload(file, key);
  const endpoint = `/v1/uploads/${session.upload_id}`;
  if (session.lifecycleStatus === 'uploading') {
    const parts = await sendBytes(client, api, session, source);
    await api.completeUpload(session.upload_id, parts, key);
  }
  const { lifecycleStatus, failure } = await waitForUpload(client, api, endpoint);
  if (lifecycleStatus !== 'ready' && lifecycleStatus !== 'published') {
    throw new Error(
      `${archive.filename} ended as ${lifecycleStatus}: ${failure?.code ?? 'no code'}`,
    );
  }
  await api.publishVersion(modId, created.id, writeKey('publish', { id: created.id }));
}
