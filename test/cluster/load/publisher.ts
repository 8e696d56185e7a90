import { createHash } from 'node:crypto';
import { z } from 'zod';
import { zipBytes } from '../../../src/demo/sample-files.js';
import { shapes, type UploadSession } from '../../../src/demo/shapes.js';
import { MALWARE } from '../hosts/services.js';
import type { Random } from '../random.js';
import type { Promised, Recorded } from '../record.js';
import { type Caller, Refused } from './client.js';
import { upload } from './upload.js';

export const GAME = 'cluster';

/** A file that can be downloaded. */
export interface PublishedFile {
  readonly artifactId: string;
  readonly sha256: string;
}

/** The bytes of a file that is not uploaded yet. */
interface NewFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
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
/** Large files have several entries, because the antivirus scans up to 25 MiB of one. */
const LARGE_ENTRY = Buffer.alloc(15 * 1024 * 1024);
const LARGE_ENTRIES = 7;

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
    operation: 'create mod',
    method: 'POST',
    path: '/mods',
    shape: shapes.mod,
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
    operation: 'edit mod',
    method: 'PATCH',
    path: `/mods/${mod.id}`,
    shape: MOD,
    headers: { 'If-Match': etag },
    body: { summary: { en: `Edit ${serial}` } },
  });
  mod.serial = serial;
  acknowledge(who, { kind: 'edit', modId: mod.id, serial });
}

/** Uploads a new file and publishes it as a version. Returns the file. Throws if its scan takes longer. */
export async function publish(
  who: Publishing,
  mod: OwnMod,
  name: string,
  { file = newFile(who.random), scanLimitMs = SCAN_LIMIT_MS } = {},
): Promise<PublishedFile> {
  const versionId = await createVersion(who, mod, name);
  const { bytes, sha256 } = file;
  const to = { modId: mod.id, versionId, scanLimitMs };
  const ended = await upload(who.caller, to, bytes, sha256);
  if (ended.lifecycleStatus !== 'ready') throw unexpected(ended);
  acknowledge(who, { kind: 'file', versionId, sha256 });
  const published = await who.caller.call(publication(mod, versionId));
  acknowledge(who, { kind: 'publication', modId: mod.id, versionId });
  mod.versionIds.push(versionId);
  const [artifactId] = published.body.data.artifact_ids;
  if (artifactId === undefined) throw new Error('a published version without a file');
  return { artifactId, sha256 };
}

/** Uploads a file with malware, and tries to publish it. */
export async function uploadMalware(who: Publishing, mod: OwnMod, name: string): Promise<void> {
  const versionId = await createVersion(who, mod, name);
  const { bytes, sha256 } = newFile(who.random, MALWARE);
  const to = { modId: mod.id, versionId, scanLimitMs: SCAN_LIMIT_MS };
  const ended = await upload(who.caller, to, bytes, sha256);
  const isPublished = await who.caller
    .call({ ...publication(mod, versionId), expects: 'version_not_ready' })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && error.code === 'version_not_ready') return false;
        throw error;
      },
    );
  who.record.infected.push({ caller: who.caller.name, versionId, sha256, isPublished });
  if (ended.failure?.code !== 'av_scan_rejected') throw unexpected(ended);
}

async function createVersion(who: Publishing, mod: OwnMod, name: string): Promise<string> {
  const made = await who.caller.call({
    operation: 'create version',
    method: 'POST',
    path: `/mods/${mod.id}/versions`,
    body: { version: name },
    shape: shapes.version,
  });
  const versionId = made.body.data.id;
  acknowledge(who, { kind: 'version', modId: mod.id, versionId, name });
  return versionId;
}

function publication(mod: OwnMod, versionId: string) {
  const path = `/mods/${mod.id}/versions/${versionId}/publish`;
  const call = { operation: 'publish version', method: 'POST', path, body: {} } as const;
  return { ...call, shape: shapes.version };
}

/** An archive with random bytes, and with these ones at the end. */
function newFile(random: Random, ending = Buffer.alloc(0)): NewFile {
  const noise = random.bytes(2_000 + random.below(60_000));
  return packed([{ path: 'noise.bin', bytes: Buffer.concat([noise, ending]) }]);
}

/** An archive that must be uploaded in parts: it has more than 100 MiB. */
export function newLargeFile(random: Random): NewFile {
  const noise = { path: 'noise.bin', bytes: random.bytes(1_000) };
  const large = Array.from({ length: LARGE_ENTRIES }, (_, number) => ({
    path: `large-${number}.bin`,
    bytes: LARGE_ENTRY,
  }));
  return packed([noise, ...large]);
}

function packed(entries: Parameters<typeof zipBytes>[0]): NewFile {
  const bytes = new Uint8Array(zipBytes(entries));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function unexpected({ upload_id: id, lifecycleStatus, failure }: UploadSession): Error {
  return new Error(`upload ${id} became ${lifecycleStatus} ${failure?.code ?? ''}`);
}
