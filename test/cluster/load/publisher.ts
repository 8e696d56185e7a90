import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { zipBytes } from '../../../src/demo/sample-files.js';
import { shapes } from '../../../src/demo/shapes.js';
import type { Random } from '../random.js';
import type { Promised, Recorded } from '../record.js';
import { until } from '../wait.js';
import { type Caller, Refused } from './client.js';

export const GAME = 'cluster';

/** A file that can be downloaded. */
export interface PublishedFile {
  readonly artifactId: string;
  readonly sha256: string;
}

/** A mod of a publisher, as its responses showed it. */
export interface OwnMod {
  readonly id: string;
  serial: number;
  readonly versionIds: string[];
}

/** The shape of a mod as its owner reads it. */
const MOD = z.object({
  data: z.object({ id: z.string(), summary: z.record(z.string(), z.string()).nullish() }),
});
const SCAN_LIMIT_MS = 90_000;
const PUT_ATTEMPTS = 20;
const PUT_PAUSE_MS = 1_000;

interface Publishing {
  readonly caller: Caller;
  readonly record: Recorded;
  readonly random: Random;
}

function acknowledge({ caller, record }: Publishing, promised: Promised): void {
  record.acknowledged.push({ ...promised, caller: caller.name, atMs: Date.now() });
}

/** Creates a mod with a cover. */
export async function createMod(who: Publishing, mark: string): Promise<OwnMod> {
  const text = { en: mark };
  const { body } = await who.caller.call({
    ...{ operation: 'create mod', method: 'POST', path: '/mods', shape: shapes.mod },
    body: { game_slug: GAME, title: text, summary: { en: 'Edit 0' }, description: text },
  });
  const { id } = body.data;
  acknowledge(who, { kind: 'mod', modId: id, mark });
  const cover = { method: 'POST', path: `/mods/${id}/media:fallback`, body: {} } as const;
  await who.caller.call({ operation: 'create cover', ...cover, shape: shapes.media });
  return { id, serial: 0, versionIds: [] };
}

/** Reads a mod of the publisher, and returns its ETag. */
export async function readMod(who: Publishing, mod: OwnMod): Promise<string> {
  const path = `/mods/${mod.id}`;
  const read = { operation: 'read own mod', method: 'GET', path, shape: MOD } as const;
  const { body, etag, beginMs } = await who.caller.call(read);
  const serial = Number(/^Edit (\d+)$/.exec(body.data.summary?.['en'] ?? '')?.[1]);
  const seen = { modId: mod.id, beginMs, serial, versionIds: null };
  who.record.reads.push({ caller: who.caller.name, ...seen });
  mod.serial = Math.max(mod.serial, serial);
  if (etag === null) throw new Error('a mod without an ETag');
  return etag;
}

/** Reads the published versions of a mod. */
export async function readVersions(who: Publishing, mod: OwnMod): Promise<void> {
  const path = `/mods/${mod.id}/versions?limit=100`;
  const read = { operation: 'read own versions', method: 'GET', path } as const;
  const { body, beginMs } = await who.caller.call({ ...read, shape: shapes.versions });
  const versionIds = body.data.filter(({ status }) => status === 'published').map(({ id }) => id);
  const seen = { modId: mod.id, beginMs, serial: Number.NaN, versionIds };
  who.record.reads.push({ caller: who.caller.name, ...seen });
}

/** Changes a mod. A conflict after an action that was given up is resolved by the next edit. */
export async function editMod(who: Publishing, mod: OwnMod): Promise<void> {
  const etag = await readMod(who, mod);
  const serial = mod.serial + 1;
  await who.caller.call({
    ...{ operation: 'edit mod', method: 'PATCH', path: `/mods/${mod.id}`, shape: MOD },
    ...{ headers: { 'If-Match': etag }, body: { summary: { en: `Edit ${serial}` } } },
  });
  mod.serial = serial;
  acknowledge(who, { kind: 'edit', modId: mod.id, serial });
}

/** Uploads a new file and publishes it as a version. Returns the file. Throws if its scan takes longer. */
export async function publish(
  who: Publishing,
  mod: OwnMod,
  name: string,
  scanLimitMs = SCAN_LIMIT_MS,
): Promise<PublishedFile> {
  const { caller, random } = who;
  const made = await caller.call({
    ...{ operation: 'create version', method: 'POST', path: `/mods/${mod.id}/versions` },
    ...{ body: { version: name }, shape: shapes.version },
  });
  const versionId = made.body.data.id;
  acknowledge(who, { kind: 'version', modId: mod.id, versionId, name });
  const noise = random.bytes(2_000 + random.below(60_000));
  const bytes = new Uint8Array(zipBytes([{ path: 'noise.bin', bytes: noise }]));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await upload(who, { modId: mod.id, versionId, scanLimitMs }, bytes, sha256);
  acknowledge(who, { kind: 'file', versionId, sha256 });
  const path = `/mods/${mod.id}/versions/${versionId}/publish`;
  const call = { operation: 'publish version', method: 'POST', path, body: {} } as const;
  const published = await caller.call({ ...call, shape: shapes.version });
  acknowledge(who, { kind: 'publication', modId: mod.id, versionId });
  mod.versionIds.push(versionId);
  const [artifactId] = published.body.data.artifact_ids;
  if (artifactId === undefined) throw new Error('a published version without a file');
  return { artifactId, sha256 };
}

async function upload(
  { caller }: Publishing,
  to: { readonly modId: string; readonly versionId: string; readonly scanLimitMs: number },
  bytes: Uint8Array<ArrayBuffer>,
  sha256: string,
): Promise<void> {
  const session = await caller.call({
    ...{ operation: 'create upload', method: 'POST', path: '/uploads', shape: shapes.newSession },
    body: {
      ...{
        modId: to.modId,
        versionId: to.versionId,
        filename: 'mod.zip',
        sizeBytes: bytes.length,
        fileKind: 'main',
      },
      expectedHashes: { sha256 },
    },
  });
  const { upload_id: id, upload: signed } = session.body.data;
  if (!signed || 'parts' in signed) throw new Error('the upload has no single address');
  const { method, url, headers } = signed;
  await put(caller, { method, url, headers, body: bytes });
  const path = `/uploads/${id}/complete`;
  const complete = { operation: 'complete upload', method: 'POST', path, body: {} } as const;
  await caller.call({ ...complete, shape: shapes.session });
  const ended = await until('an upload is scanned', to.scanLimitMs, async () => {
    const read = { operation: 'read upload', method: 'GET', path: `/uploads/${id}` } as const;
    const { data } = (await caller.call({ ...read, shape: shapes.session })).body;
    return ['ready', 'failed', 'quarantined'].includes(data.lifecycleStatus) && data;
  });
  if (ended.lifecycleStatus !== 'ready') {
    throw new Error(`upload ${id} became ${ended.lifecycleStatus} ${ended.failure?.code ?? ''}`);
  }
}

/** Sends bytes until the store has them: 412 means that an earlier attempt arrived. */
async function put(
  caller: Caller,
  to: {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: Uint8Array<ArrayBuffer>;
  },
): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      await caller.transfer({ operation: 'send bytes', ...to });
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 412) return;
      if (count === PUT_ATTEMPTS) throw error;
      await pause(PUT_PAUSE_MS);
    }
  }
}
