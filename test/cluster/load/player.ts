import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { shapes } from '../../../src/demo/shapes.js';
import type { Recorded } from '../record.js';
import { type Caller, Refused } from './client.js';
import { GAME, type PublishedFile } from './publisher.js';

const ANYTHING = z.unknown();
const GET_ATTEMPTS = 20;
const GET_PAUSE_MS = 1_000;

/** Lists the newest mods. */
export async function listMods(caller: Caller): Promise<void> {
  const call = { operation: 'list mods', method: 'GET', path: '/mods?limit=25' } as const;
  await caller.call({ ...call, shape: ANYTHING });
}

/** Searches for mods. */
export async function search(caller: Caller, words: string): Promise<void> {
  const path = `/search?${new URLSearchParams({ q: words })}`;
  await caller.call({ operation: 'search', method: 'GET', path, shape: ANYTHING });
}

/** Resolves an install plan of a mod. */
export async function plan(caller: Caller, modId: string): Promise<void> {
  await caller.call({
    operation: 'resolve plan',
    method: 'POST',
    path: '/install-plans:resolve',
    body: { game_slug: GAME, mod_ids: [modId] },
    shape: ANYTHING,
  });
}

/** Downloads a file, records its digest, and reports the end. */
export async function download(
  caller: Caller,
  record: Recorded,
  { artifactId, sha256 }: PublishedFile,
): Promise<void> {
  const path = `/downloads/${artifactId}/resolve`;
  const resolve = { operation: 'resolve download', method: 'POST', path } as const;
  for (let count = 1; ; count += 1) {
    const { body } = await caller.call({ ...resolve, body: {}, shape: shapes.resolution });
    const { primary_url: url, download_job, representation, size_bytes } = body.data;
    try {
      const { bytes } = await caller.transfer({ operation: 'fetch bytes', method: 'GET', url });
      const actual = createHash('sha256').update(bytes).digest('hex');
      const seen = { artifactId, expected: sha256, actual, atMs: Date.now() };
      record.downloads.push({ caller: caller.name, ...seen });
      const { provider, etag = null } = representation;
      const progress = { bytes_received: size_bytes, provider };
      const report = { download_job: { id: download_job.id, progress, etag } };
      await caller.call({ ...resolve, body: report, shape: shapes.resolution });
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== null || count === GET_ATTEMPTS) throw error;
      await pause(GET_PAUSE_MS);
    }
  }
}
