import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Resolution } from '../../src/demo/shapes.js';
import { fileSource } from '../../src/demo/upload.js';
import type { Published } from './publish.js';
import { expect, type Walk } from './walk.js';

/**
 * Downloads the file to `path` with an interruption in the middle, verifies every byte, and reports
 * the download as complete. Throws at the first response that differs from the expected one.
 */
export async function downloadAndVerify(
  walk: Walk,
  published: Published,
  path: string,
): Promise<void> {
  const { api, terminal } = walk;
  terminal.step('Resolve the download: a grant, a signed address and the expected hash');
  const resolution = await api.resolveDownload(published.artifactId);
  expect(resolution.hashes.sha256 === published.sha256, `resolve says ${resolution.hashes.sha256}`);
  await downloadInTwo(walk, resolution, published, path);
  await verify(walk, published, path);

  terminal.step('Report all bytes as received, which frees the download slot');
  const { provider } = resolution.representation;
  await api.resolveDownload(published.artifactId, {
    id: resolution.download_job.id,
    progress: { bytes_received: published.sizeBytes, provider },
    etag: resolution.representation.etag ?? null,
  });
}

async function downloadInTwo(
  walk: Walk,
  resolution: Resolution,
  { sizeBytes }: Published,
  path: string,
): Promise<void> {
  const { terminal } = walk;
  terminal.step('Read the length and the ETag with HEAD, before any byte is fetched');
  const headEtag = await head(walk, resolution.head_url, sizeBytes);

  const half = Math.floor(sizeBytes / 2);
  terminal.step(`GET the first ${half} bytes and stop there, as if the connection broke`);
  await fetchRange(walk, resolution, { start: 0, end: half - 1, sizeBytes }, path, {});

  terminal.step('Resume there with If-Match, which refuses changed bytes');
  const conditions = { 'If-Match': validatorOf(resolution) ?? headEtag };
  const rest = { start: half, end: sizeBytes - 1, sizeBytes };
  await fetchRange(walk, resolution, rest, path, conditions);
}

async function verify(
  { terminal }: Walk,
  { sha256, sizeBytes }: Published,
  path: string,
): Promise<void> {
  terminal.step('Compare the length and the SHA-256 of the whole file');
  const received = await fileSource(path);
  expect(received.sizeBytes === sizeBytes, `${received.sizeBytes} of ${sizeBytes} bytes arrived`);
  expect(received.sha256 === sha256, `the bytes hash to ${received.sha256}, not to ${sha256}`);
  terminal.note(`${received.sizeBytes} bytes, sha256 ${received.sha256}`);
}

/**
 * Returns the value for If-Match. Null without one, or if the bytes come from another store
 * than the ETag, because an ETag is valid only in the store that returned it (Spec 2.5). Then the
 * ETag of HEAD replaces it.
 */
function validatorOf({ representation }: Resolution): string | null {
  const sameStore = representation.provider === representation.etag_scope;
  return sameStore ? (representation.if_match ?? null) : null;
}

async function head({ client }: Walk, url: string, sizeBytes: number): Promise<string> {
  const response = await client.transfer({ method: 'HEAD', url });
  expect(response.ok, `HEAD returned ${response.status}`);
  const length = response.headers.get('content-length');
  expect(length === String(sizeBytes), `HEAD says ${length} bytes`);
  const etag = response.headers.get('etag');
  expect(etag !== null, 'HEAD returned no ETag');
  return etag;
}

interface Range {
  readonly start: number;
  /** Included, as in HTTP. */
  readonly end: number;
  readonly sizeBytes: number;
}

async function fetchRange(
  { client }: Walk,
  { primary_url: url }: Resolution,
  { start, end, sizeBytes }: Range,
  path: string,
  conditions: Readonly<Record<string, string>>,
): Promise<void> {
  const headers = { ...conditions, Range: `bytes=${start}-${end}`, 'Accept-Encoding': 'identity' };
  const response = await client.transfer({ method: 'GET', url, headers });
  expect(response.status === 206, `GET of a range returned ${response.status}`);
  const range = response.headers.get('content-range');
  expect(range === `bytes ${start}-${end}/${sizeBytes}`, `Content-Range is ${range}`);
  expect(response.body !== null, 'the range has no body');
  const flags = start === 0 ? 'w' : 'a';
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path, { flags }));
}
