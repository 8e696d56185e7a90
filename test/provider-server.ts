import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderName } from '../src/registry/providers.js';
import { sha256Of } from './publishing.js';
import { digestOf, newAssetId } from './references.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves the APIs and the file hosts of all providers on loopback. */
export interface ProviderServer {
  readonly origin: string;
  /** The received requests, in order. */
  readonly asked: {
    readonly method: string;
    readonly path: string;
    headers: IncomingHttpHeaders;
  }[];
  /** Sets the response of a path. */
  serve(path: string, answer: Answer): void;
}

/** Opens a provider server on a free loopback port. */
export async function openProviderServer(): Promise<ProviderServer & { close(): Promise<void> }> {
  const answers = new Map<string, Answer>();
  const asked: ProviderServer['asked'] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers });
    (answers.get(path) ?? status(404))(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    serve: (path, answer) => answers.set(path, answer),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A response without a body. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (_request, response) => response.writeHead(code, headers).end();
}

/** A JSON response of an API. */
export function json(value: unknown): Answer {
  return (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

/** A file on a host with ETags, ranges and HEAD. */
export function fileOf(bytes: Uint8Array): Answer {
  const etag = `"${sha256Of(bytes).slice(0, 16)}"`;
  return (request, response) => {
    const { range, 'if-none-match': known } = request.headers;
    if (known === etag) return void response.writeHead(304, { ETag: etag }).end();
    const [, first, last] = range?.match(/^bytes=(\d+)-(\d+)$/) ?? [];
    const part = first === undefined ? bytes : bytes.subarray(Number(first), Number(last) + 1);
    const headers = {
      ETag: etag,
      'Content-Length': part.length,
      'Content-Type': 'application/zip',
    };
    if (first === undefined) response.writeHead(200, headers);
    else {
      const of = `bytes ${first}-${last}/${bytes.length}`;
      response.writeHead(206, { ...headers, 'Content-Range': of });
    }
    response.end(request.method === 'HEAD' ? undefined : part);
  };
}

/** A file on a host that supports only GET. */
export function plainFileOf(bytes: Uint8Array): Answer {
  return (request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(405).end();
    response.writeHead(200).end(bytes);
  };
}

/** A file at a provider: its API path, its download path and its locator. */
export interface KeptFile {
  readonly provider: ProviderName;
  readonly apiPath: string;
  readonly filePath: string;
  readonly locator: object;
  /** The API's metadata of the file; `more` overrides members. */
  tell(bytes: Uint8Array, more?: object): unknown;
}

/** Names a new file of a provider, with ids in the format of its real API. */
export function newKeptFile(provider: ProviderName, origin: string, name = 'mod.zip'): KeptFile {
  const id = newAssetId();
  const filePath = `/files/${id}/${name}`;
  return { provider, filePath, ...KINDS[provider](id, name, `${origin}${filePath}`) };
}

type Kind = (
  id: number,
  name: string,
  url: string,
) => Pick<KeptFile, 'apiPath' | 'locator' | 'tell'>;

const release =
  (provider: ProviderName, root: string, facts: (bytes: Uint8Array) => object): Kind =>
  (id, name, url) => ({
    apiPath: `${root}/lantern/roads/releases/${id}`,
    locator: { provider, owner: 'lantern', repository: 'roads', release_id: id, asset_id: id },
    tell: (bytes, more = {}) => ({
      id,
      draft: false,
      assets: [
        { id: id + 100_000, name: 'other.zip', size: 1, browser_download_url: `${url}.other` },
        { id, name, size: bytes.length, browser_download_url: url, ...facts(bytes), ...more },
      ],
    }),
  });

const short = (id: number) => `v${String(id).padStart(7, '0')}`;

const KINDS: Readonly<Record<ProviderName, Kind>> = {
  github: release('github', '/repos', (bytes) => ({
    state: 'uploaded',
    digest: `sha256:${sha256Of(bytes)}`,
    updated_at: '2026-01-01T00:00:00Z',
  })),
  // Forgejo publishes no digest.
  codeberg: release('codeberg', '/api/v1/repos', () => ({
    uuid: 'a7d3f6c0-6d2e-4f6b-9f0e-2f1f6f2f7a11',
    created_at: '2026-01-01T00:00:00Z',
  })),
  modrinth: (id, filename, url) => ({
    apiPath: `/v2/version/${short(id)}`,
    locator: { provider: 'modrinth', project_id: 'p0000001', version_id: short(id), filename },
    tell: (bytes, more = {}) => ({
      id: short(id),
      project_id: 'p0000001',
      files: [
        { filename: 'other.zip', url: `${url}.other`, size: null, hashes: {} },
        {
          filename,
          url,
          size: bytes.length,
          hashes: { sha512: digestOf('sha512', bytes), sha1: digestOf('sha1', bytes) },
          ...more,
        },
      ],
    }),
  }),
  hangar: (id, name, url) => ({
    apiPath: `/api/v1/projects/12/versions/${id}`,
    locator: { provider: 'hangar', project_id: '12', version_id: String(id), platform: 'PAPER' },
    tell: (bytes, more = {}) => ({
      id,
      downloads: {
        PAPER: {
          fileInfo: { name, sizeBytes: bytes.length, sha256Hash: sha256Of(bytes), ...more },
          externalUrl: null,
          downloadUrl: url,
        },
      },
    }),
  }),
};

/** Stores bytes at a provider; returns the names of the file. */
export function keep(
  server: ProviderServer,
  provider: ProviderName,
  bytes: Uint8Array,
  name?: string,
): KeptFile {
  const file = newKeptFile(provider, server.origin, name);
  server.serve(file.apiPath, json(file.tell(bytes)));
  server.serve(file.filePath, fileOf(bytes));
  return file;
}
