import type { Answer, ApiCall, RestClient } from './client.js';
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

/** The progress that a repeated download request reports (Spec 4.2). */
export interface DownloadReport {
  readonly id: string;
  readonly progress: { readonly bytes_received: number; readonly provider: string };
  readonly etag: string | null;
}

type Query = Readonly<Record<string, string>>;

/**
 * The public operations of the demo and the walkthrough, one function each. Writes take an optional
 * idempotency key. Each throws what `RestClient.call` throws.
 */
export interface Api {
  listGames(): Promise<readonly Game[]>;
  /** One page of mods and the cursor of the next. */
  listMods(query: Query): Promise<{ mods: readonly Mod[]; nextCursor: string | null }>;
  search(query: Query): Promise<readonly Mod[]>;
  listVersions(modId: string): Promise<readonly ModVersion[]>;
  createMod(body: NewMod, key?: string): Promise<Mod>;
  createFallbackCover(modId: string, key?: string): Promise<Media>;
  createVersion(modId: string, body: NewVersion, key?: string): Promise<ModVersion>;
  publishVersion(modId: string, versionId: string, key?: string): Promise<ModVersion>;
  validateUpload(body: NewUpload): Promise<UploadCheck>;
  createUpload(body: NewUpload, key?: string): Promise<NewUploadSession>;
  signParts(uploadId: string, partNumbers: readonly number[]): Promise<readonly SignedPart[]>;
  /** The session and the endpoint to poll. */
  completeUpload(
    uploadId: string,
    body: { readonly parts?: readonly { partNumber: number; etag: string }[] },
    key?: string,
  ): Promise<{ session: UploadSession; location: string | null }>;
  /** `endpoint` is a `job.statusEndpoint`. */
  readUpload(endpoint: string): Promise<UploadSession>;
  readArtifact(artifactId: string): Promise<{ size_bytes: number; hashes: { sha256: string } }>;
  resolvePlan(body: object): Promise<InstallPlan>;
  resolveDownload(artifactId: string, report?: DownloadReport): Promise<Resolution>;
}

/** Creates the operations of the service behind `client`. */
export function createApi(client: RestClient): Api {
  const data = async <T>(call: ApiCall<{ data: T }>): Promise<T> =>
    (await client.call(call)).body.data;
  const get = <T>(path: string, shape: ApiCall<T>['shape']): Promise<Answer<T>> =>
    client.call({ method: 'GET', path, shape });
  const write = <T>(
    path: string,
    shape: ApiCall<{ data: T }>['shape'],
    body: unknown,
    key?: string,
  ): Promise<T> => data({ method: 'POST', path, shape, body, ...keyed(key) });
  const mod = (id: string): string => `/v1/mods/${id}`;

  return {
    listGames: async () => (await get('/v1/games', shapes.games)).body.data,
    async listMods(query) {
      const { body } = await get(`/v1/mods?${new URLSearchParams(query)}`, shapes.mods);
      return { mods: body.data, nextCursor: body.pagination.next_cursor };
    },
    search: async (query) =>
      (await get(`/v1/search?${new URLSearchParams(query)}`, shapes.mods)).body.data,
    listVersions: async (modId) =>
      (await get(`${mod(modId)}/versions?limit=100`, shapes.versions)).body.data,
    createMod: (body, key) => write('/v1/mods', shapes.mod, body, key),
    createFallbackCover: (modId, key) =>
      write(`${mod(modId)}/media:fallback`, shapes.media, {}, key),
    createVersion: (modId, body, key) => write(`${mod(modId)}/versions`, shapes.version, body, key),
    publishVersion: (modId, versionId, key) =>
      write(`${mod(modId)}/versions/${versionId}/publish`, shapes.version, {}, key),
    validateUpload: (body) => write('/v1/uploads:validate', shapes.uploadCheck, body),
    createUpload: (body, key) => write('/v1/uploads', shapes.newSession, body, key),
    signParts: async (uploadId, partNumbers) =>
      (await write(`/v1/uploads/${uploadId}/parts`, shapes.parts, { partNumbers })).parts,
    async completeUpload(uploadId, body, key) {
      const answer = await client.call({
        method: 'POST',
        path: `/v1/uploads/${uploadId}/complete`,
        shape: shapes.session,
        body,
        ...keyed(key),
      });
      return { session: answer.body.data, location: answer.headers.get('location') };
    },
    readUpload: async (endpoint) => (await get(endpoint, shapes.session)).body.data,
    readArtifact: async (id) => (await get(`/v1/artifacts/${id}`, shapes.artifact)).body.data,
    resolvePlan: (body) => write('/v1/install-plans:resolve', shapes.plan, body),
    resolveDownload: (artifactId, report) =>
      write(
        `/v1/downloads/${artifactId}/resolve`,
        shapes.resolution,
        report ? { download_job: report } : {},
      ),
  };
}

function keyed(key: string | undefined): { idempotencyKey?: string } {
  return key === undefined ? {} : { idempotencyKey: key };
}
