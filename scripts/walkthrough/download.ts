import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Resolution } from '../../src/demo/shapes.js';
import { fileSource } from '../../src/demo/upload-source.js';
import type { Published } from './publish.js';
import { expect, type Walk } from './walk.js';

/** Downloads the file to `path` with an interruption in the middle, and verifies every byte. */
export async function downloadAndVerify(
  walk: Walk,
  { artifactId, sha256, sizeBytes }: Published,
  path: string,
): Promise<void> {
  const { api, terminal } = walk;
  terminal.step('Resolve the download: a grant, a signed address and the expected hash');
  const resolution = await api.resolveDownload(artifactId);
  expect(resolution.hashes.sha256 === sha256, `resolve says ${resolution.hashes.sha256}`);

  terminal.step('HEAD tells the length and the validator before any byte is fetched');
  const headEtag = await head(walk, resolution.head_url, sizeBytes);

  const half = Math.floor(sizeBytes / 2);
  terminal.step(`GET the first ${half} bytes and stop there, as if the connection broke`);
  await fetchRange(walk, resolution, { start: 0, end: half - 1, sizeBytes }, path, {});

  terminal.step('Resume where it stopped, with If-Match, so that other bytes would be refused');
  const validator = validatorOf(resolution) ?? headEtag;
  const conditions = { 'If-Match': validator };
  await fetchRange(
    walk,
    resolution,
    { start: half, end: sizeBytes - 1, sizeBytes },
    path,
    conditions,
  );

  terminal.step('Put together, compare the length and the SHA-256 of the whole');
  const received = await fileSource(path);
  expect(received.sizeBytes === sizeBytes, `${received.sizeBytes} of ${sizeBytes} bytes arrived`);
  expect(received.sha256 === sha256, `the bytes hash to ${received.sha256}, not to ${sha256}`);
  terminal.note(`${received.sizeBytes} bytes, sha256 ${received.sha256}`);

  terminal.step('Report all bytes as received, which frees the place for the next download');
  const { provider } = resolution.representation;
  await api.resolveDownload(artifactId, {
    id: resolution.download_job.id,
    progress: { bytes_received: sizeBytes, provider },
    etag: resolution.representation.etag ?? null,
  });
}

/** An ETag is valid only in the store that returned it (Spec 2.5). */
function validatorOf({ representation }: Resolution): string | null {
  const sameStore = representation.provider === representation.etag_scope;
  return sameStore ? (representation.if_match ?? null) : null;
}

async function head({ client }: Walk, url: string, sizeBytes: number): Promise<string> {
  const response = await client.transfer({ method: 'HEAD', url });
  expect(response.ok, `HEAD answered ${response.status}`);
  const length = response.headers.get('content-length');
  expect(length === String(sizeBytes), `HEAD says ${length} bytes`);
  const etag = response.headers.get('etag');
  expect(etag !== null, 'HEAD names no ETag');
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
  expect(response.status === 206, `GET of a range answered ${response.status}`);
  const range = response.headers.get('content-range');
  expect(range === `bytes ${start}-${end}/${sizeBytes}`, `Content-Range is ${range}`);
  expect(response.body !== null, 'the range has no body');
  const flags = start === 0 ? 'w' : 'a';
  await pipeline(Readable.fromWeb(response.body), createWriteStream(path, { flags }));
}
