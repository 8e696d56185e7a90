import type { ApiCall, ApiResponse, RestClient } from './client.js';
import {
  type Game,
  type InstallPlan,
  type Media,
  type Mod,
  type ModVersion,
  type NewUploadSession,
  type Resolution,
  type SignedPart,
  shapes,
  type UploadCheck,
  type UploadSession,
} from './shapes.js';

/** The body of `POST /mods`. */
export interface NewMod {
  readonly game_slug: string;
  readonly slug?: string;
  readonly title: object;
  readonly summary?: object;
  readonly description: object;
  readonly categories?: readonly string[];
  readonly license?: string;
  readonly homepage_url?: string;
  readonly source_url?: string;
}

/** The body of `POST /mods/{mod_id}/versions`. */
export interface NewVersion {
  readonly version: string;
  readonly release_channel?: string;
  readonly changelog?: object;
  readonly game_versions?: readonly string[];
  readonly loader_platforms?: readonly string[];
  readonly dependencies?: readonly {
    readonly kind: string;
    readonly mod_id: string;
    readonly version_constraint?: string;
    readonly note?: string;
  }[];
}

/** The body of `POST /uploads` and `POST /uploads:validate`. */
export interface NewUpload {
  readonly modId: string;
  readonly versionId: string;
  readonly filename: string;
  readonly contentType?: string;
  readonly sizeBytes: number;
  readonly expectedHashes: { readonly sha256: string };
  readonly fileKind: 'main' | 'optional';
}

/**
 * The progress of the download job `id`, which a client reports when it resolves the download again
 * (Spec 4.2).
 */
export interface DownloadReport {
  readonly id: string;
  readonly progress: { readonly bytes_received: number; readonly provider: string };
  /** As the earlier response had it, or null. The service ignores it. */
  readonly etag: string | null;
}

type Query = Readonly<Record<string, string>>;

/**
 * Operations on games, mods and versions. `listMods` reads any page; other lists and the search
 * return only their first page. Writes take an optional idempotency key.
 */
interface CatalogApi {
  listGames(): Promise<readonly Game[]>;
  /** One page of mods, by the `cursor` in the query, and the cursor of the next. */
  listMods(query: Query): Promise<{ mods: readonly Mod[]; nextCursor: string | null }>;
  search(query: Query): Promise<readonly Mod[]>;
  listVersions(modId: string): Promise<readonly ModVersion[]>;
  createMod(body: NewMod, key?: string): Promise<Mod>;
  createFallbackCover(modId: string, key?: string): Promise<Media>;
  createVersion(modId: string, body: NewVersion, key?: string): Promise<ModVersion>;
  publishVersion(modId: string, versionId: string, key?: string): Promise<ModVersion>;
}

/** Operations on uploads. */
interface UploadApi {
  validateUpload(body: NewUpload): Promise<UploadCheck>;
  createUpload(body: NewUpload, key?: string): Promise<NewUploadSession>;
  signParts(uploadId: string, partNumbers: readonly number[]): Promise<readonly SignedPart[]>;
  /** The session and the endpoint to poll; null if no job is in progress any more. */
  completeUpload(
    uploadId: string,
    body: { readonly parts?: readonly { partNumber: number; etag: string }[] },
    key?: string,
  ): Promise<{ session: UploadSession; location: string | null }>;
  /** `endpoint` is the path of the session, such as `job.statusEndpoint`. */
  readUpload(endpoint: string): Promise<UploadSession>;
}

/** Operations of a mod manager. */
interface InstallApi {
  readArtifact(artifactId: string): Promise<{ size_bytes: number; hashes: { sha256: string } }>;
  resolvePlan(body: object): Promise<InstallPlan>;
  resolveDownload(artifactId: string, report?: DownloadReport): Promise<Resolution>;
}

/**
 * The public operations of the demo and of `scripts/walkthrough.ts`, one function each. Each throws
 * what `RestClient.call` throws.
 */
export type Api = CatalogApi & UploadApi & InstallApi;

/** Creates the operations of the service behind `client`. */
export function createApi(client: RestClient): Api {
  return { ...catalogApi(client), ...uploadApi(client), ...installApi(client) };
}

function catalogApi(client: RestClient): CatalogApi {
  const mod = (id: string): string => `/v1/mods/${id}`;
  return {
    listGames: () => readData(client, '/v1/games', shapes.games),
    async listMods(query) {
      const { body } = await get(client, `/v1/mods?${new URLSearchParams(query)}`, shapes.mods);
      return { mods: body.data, nextCursor: body.pagination.next_cursor };
    },
    search: (query) => readData(client, `/v1/search?${new URLSearchParams(query)}`, shapes.mods),
    listVersions: (modId) => readData(client, `${mod(modId)}/versions?limit=100`, shapes.versions),
    createMod: (body, key) => write(client, '/v1/mods', shapes.mod, { body, key }),
    createFallbackCover: (modId, key) =>
      write(client, `${mod(modId)}/media:fallback`, shapes.media, { body: {}, key }),
    createVersion: (modId, body, key) =>
      write(client, `${mod(modId)}/versions`, shapes.version, { body, key }),
    publishVersion: (modId, versionId, key) =>
      write(client, `${mod(modId)}/versions/${versionId}/publish`, shapes.version, {
        body: {},
        key,
      }),
  };
}

function uploadApi(client: RestClient): UploadApi {
  return {
    validateUpload: (body) => write(client, '/v1/uploads:validate', shapes.uploadCheck, { body }),
    createUpload: (body, key) => write(client, '/v1/uploads', shapes.newSession, { body, key }),
    async signParts(uploadId, partNumbers) {
      const path = `/v1/uploads/${uploadId}/parts`;
      return (await write(client, path, shapes.parts, { body: { partNumbers } })).parts;
    },
    async completeUpload(uploadId, body, key) {
      const path = `/v1/uploads/${uploadId}/complete`;
      const response = await post(client, path, shapes.session, { body, key });
      return { session: response.body.data, location: response.headers.get('location') };
    },
    readUpload: (endpoint) => readData(client, endpoint, shapes.session),
  };
}

function installApi(client: RestClient): InstallApi {
  return {
    readArtifact: (id) => readData(client, `/v1/artifacts/${id}`, shapes.artifact),
    resolvePlan: (body) => write(client, '/v1/install-plans:resolve', shapes.plan, { body }),
    resolveDownload: (artifactId, report) =>
      write(client, `/v1/downloads/${artifactId}/resolve`, shapes.resolution, {
        body: report ? { download_job: report } : {},
      }),
  };
}

function get<T>(
  client: RestClient,
  path: string,
  shape: ApiCall<T>['shape'],
): Promise<ApiResponse<T>> {
  return client.call({ method: 'GET', path, shape });
}

async function readData<T>(
  client: RestClient,
  path: string,
  shape: ApiCall<{ data: T }>['shape'],
): Promise<T> {
  return (await get(client, path, shape)).body.data;
}

/** The body of a write, and its idempotency key. */
interface Write {
  readonly body: unknown;
  readonly key?: string | undefined;
}

function post<T>(
  client: RestClient,
  path: string,
  shape: ApiCall<T>['shape'],
  { body, key }: Write,
): Promise<ApiResponse<T>> {
  const keyed = key === undefined ? {} : { idempotencyKey: key };
  return client.call({ method: 'POST', path, shape, body, ...keyed });
}

async function write<T>(
  client: RestClient,
  path: string,
  shape: ApiCall<{ data: T }>['shape'],
  call: Write,
): Promise<T> {
  return (await post(client, path, shape, call)).body.data;
}
