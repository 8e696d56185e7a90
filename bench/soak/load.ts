import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../../src/demo/api.js';
import { createApi } from '../../src/demo/api.js';
import { createClient, type RestClient } from '../../src/demo/client.js';
import { texturePng, zipBytes } from '../../src/demo/sample-files.js';
import { bytesSource, sendBytes, waitForUpload } from '../../src/demo/upload.js';
import type { Server } from '../process.js';
import { modPathsOf } from '../reads/scenarios.js';

/** Counts of the requests of a load so far. */
export interface Done {
  /** Requests of players. */
  readonly requests: number;
  readonly publications: number;
  /** Requests of players that were left out, because too many were open. */
  readonly omitted: number;
  /** The number of failures by their message. */
  readonly failures: ReadonlyMap<string, number>;
}

/** A steady load on a service. */
export interface SteadyLoad {
  done(): Done;
  /** Ends after the open requests and the open publication. */
  stop(): Promise<void>;
}

const REQUESTS_PER_SECOND = 40;
const OPEN_MAX = 64;
const PUBLICATION_SECONDS = 3;
const TEXTURES = 8;
const TEXTURE_PIXELS = 128;
/** The versions of a mod, then the next mod begins. */
const VERSIONS_PER_MOD = 25;
const WORDS = ['armor', 'castle', 'forest', 'magic', 'map', 'ship', 'sword', 'texture'];

/**
 * Starts a steady load. Players send reads, searches and GraphQL queries at a fixed rate. A creator
 * publishes versions, one after the other, and downloads each file. Players wait for no response
 * before the next request, so a slow service gets as many as a fast one, up to `OPEN_MAX` at once.
 */
export async function startLoad(service: Server, token: string): Promise<SteadyLoad> {
  const failures = new Map<string, number>();
  const counts = { requests: 0, publications: 0, omitted: 0 };
  const open = new Set<Promise<void>>();
  const failed = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    failures.set(text, (failures.get(text) ?? 0) + 1);
  };
  const players = await playersOf(service);
  const timer = setInterval(() => {
    if (open.size >= OPEN_MAX) {
      counts.omitted += 1;
      return;
    }
    const kind = players[counts.requests % players.length];
    const turn = Math.floor(counts.requests / players.length);
    counts.requests += 1;
    const request = (kind?.(turn) ?? Promise.resolve()).catch(failed);
    open.add(request);
    void request.then(() => open.delete(request));
  }, 1000 / REQUESTS_PER_SECOND);

  const stopping = new AbortController();
  const creator = publishAgain(service, token, stopping.signal, {
    published: () => {
      counts.publications += 1;
    },
    failed,
  });
  return {
    done: () => ({ ...counts, failures }),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all([...open, creator]);
    },
  };
}

/**
 * The requests of players, each by its turn. The next turn reads other objects, except the list.
 */
async function playersOf({ url }: Server): Promise<((turn: number) => Promise<void>)[]> {
  const mods = await modPathsOf({ url, stop: async () => undefined }, 500);
  const modAt = (turn: number) => mods[turn % mods.length] ?? '';
  const read = (path: string, init?: RequestInit) => answered(`${url}${path}`, init);
  const list = () => read('/v1/mods?limit=25').then(drained);
  const one = (turn: number) => read(modAt(turn)).then(drained);
  const versions = (turn: number) => read(`${modAt(turn)}/versions`).then(drained);
  const search = (turn: number) => read(`/v1/search?q=${WORDS[turn % WORDS.length]}`).then(drained);
  const graphql = (turn: number) => {
    const query = 'query ($id: ID!) { getMod(id: $id) { title author { username } } }';
    const variables = { id: modAt(turn).slice('/v1/mods/'.length) };
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ query, variables });
    return read('/graphql', { method: 'POST', headers, body }).then(drained);
  };
  return [list, one, search, one, list, one, versions, one, graphql, one];
}

/** Sends a request. Throws for an error response; the message has its status and code. */
async function answered(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const text = await response.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
  throw new Error(`${new URL(url).pathname.split('/')[2] ?? url}: ${response.status} ${code}`);
}

async function drained(response: Response): Promise<void> {
  await response.arrayBuffer();
}

interface PublicationListener {
  published(): void;
  failed(error: unknown): void;
}

/** Publishes a version with a new file every few seconds, and downloads it. */
async function publishAgain(
  service: Server,
  token: string,
  signal: AbortSignal,
  listener: PublicationListener,
): Promise<void> {
  const client = createClient({ baseUrl: service.url, token });
  const api = createApi(client);
  let modId = '';
  for (let turn = 0; !signal.aborted; turn += 1) {
    try {
      if (turn % VERSIONS_PER_MOD === 0) modId = await createMod(api, turn);
      await publish(client, api, modId, turn);
      listener.published();
    } catch (error) {
      listener.failed(error);
    }
    await pause(PUBLICATION_SECONDS * 1000, undefined, { signal }).catch(() => undefined);
  }
}

async function createMod(api: Api, turn: number): Promise<string> {
  const [game] = await api.listGames();
  if (!game) throw new Error('the catalog has no game');
  const text = { en: `A mod of turn ${turn}` };
  const { id } = await api.createMod({ game_slug: game.slug, title: text, description: text });
  await api.createFallbackCover(id);
  return id;
}

async function publish(client: RestClient, api: Api, modId: string, turn: number): Promise<void> {
  const version = await api.createVersion(modId, { version: `1.${turn}.0` });
  const source = bytesSource(newArchive());
  const session = await api.createUpload({
    modId,
    versionId: version.id,
    filename: 'textures.zip',
    fileKind: 'main',
    sizeBytes: source.sizeBytes,
    expectedHashes: { sha256: source.sha256 },
  });
  await api.completeUpload(session.upload_id, await sendBytes(client, api, session, source));
  const ended = await waitForUpload(client, api, `/v1/uploads/${session.upload_id}`);
  if (ended.lifecycleStatus !== 'ready') throw new Error(`upload ${ended.lifecycleStatus}`);
  const published = await api.publishVersion(modId, version.id);
  const [artifactId] = published.artifact_ids;
  if (artifactId === undefined) throw new Error('a published version without a file');
  await download(api, artifactId);
}

/** Downloads a file, and reports its end: a user may have only a few open downloads. */
async function download(api: Api, artifactId: string): Promise<void> {
  const { primary_url, size_bytes, download_job, representation } =
    await api.resolveDownload(artifactId);
  await drained(await answered(primary_url));
  const { provider, etag = null } = representation;
  const progress = { bytes_received: size_bytes, provider };
  await api.resolveDownload(artifactId, { id: download_job.id, progress, etag });
}

/** A ZIP with pictures that no other one has. */
function newArchive(): Buffer {
  const entries = Array.from({ length: TEXTURES }, (_, at) => ({
    path: `textures/${at}.png`,
    bytes: texturePng(randomUUID(), TEXTURE_PIXELS),
  }));
  return zipBytes(entries);
}
