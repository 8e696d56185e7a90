import { randomUUID } from 'node:crypto';
import { blobKeyOf, OWNER_KEY, type STORE_NAMES } from '../../../src/modules/storage/index.js';
import type { Platform } from '../../../src/platform/platform.js';
import { ObjectMissing, type Storage } from '../../../src/platform/storage/storage.port.js';
import { sha256Of } from '../../publishing.js';

export type StoreName = (typeof STORE_NAMES)[number];

/** The store of a platform with that name. */
export function storeOf({ storage, mirror }: Platform, name: StoreName): Storage {
  const store = name === 'mirror' ? mirror?.storage : storage;
  if (!store) throw new Error(`there is no ${name}`);
  return store;
}

async function* of(text: string) {
  yield Buffer.from(text);
}

const newDigest = (): string => sha256Of(Buffer.from(randomUUID()));

/** Writes an object into a store. */
export async function put(store: Storage, key: string, text: string): Promise<void> {
  await store.put(key, of(text), 'application/octet-stream');
}

/** Adds an object that no row of the database names. Returns its key. */
export async function putUnknown(store: Storage, prefix = 'blobs/'): Promise<string> {
  const key = prefix === 'blobs/' ? blobKeyOf(newDigest()) : prefix + randomUUID();
  await put(store, key, 'of another installation');
  return key;
}

/** The text of the object that names the owner of a store; null without it. */
export async function ownerText(store: Storage): Promise<string | null> {
  try {
    let text = '';
    for await (const chunk of await store.read(OWNER_KEY)) text += Buffer.from(chunk).toString();
    return text;
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** The text with which a store names an installation. */
export const textOf = (installation: string): string => `${JSON.stringify({ installation })}\n`;

/** The id of the installation of a database. */
export async function installationOf({ db }: Platform): Promise<string> {
  return (await db.installation.findUniqueOrThrow({ where: { id: 1 } })).identity;
}

/** The keys of all objects in a store, sorted. */
export async function keysIn(store: Storage): Promise<string[]> {
  return (await store.list('')).map(({ key }) => key).sort();
}

/** Removes every object of a store. */
export async function emptyStore(store: Storage): Promise<void> {
  for (const key of await keysIn(store)) await store.remove(key);
}

/** Adds rows of stored files without objects. Returns the keys that they name, the oldest first. */
export async function nameFiles({ db, clock }: Platform, count: number): Promise<string[]> {
  const digests = Array.from({ length: count }, newDigest);
  await db.blob.createMany({
    data: digests.map((sha256, at) => ({
      id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      sha256,
      sizeBytes: 1,
      contentType: 'application/zip',
      storageKey: blobKeyOf(sha256),
      etag: '"x"',
      mirroredAt: clock.now(),
      mirrorEtag: '"x"',
      mirrorRun: randomUUID(),
    })),
  });
  return digests.map(blobKeyOf);
}
