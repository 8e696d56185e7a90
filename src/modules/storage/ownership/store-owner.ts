import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../platform/database/connect.js';
import {
  ObjectExists,
  ObjectMissing,
  type Storage,
} from '../../../platform/storage/storage.port.js';

/**
 * The key of the object that names the owner of a store. No job of this or an earlier release
 * removes it, because it has none of the prefixes that they list.
 */
export const OWNER_KEY = 'installation.json';

const CONTENT_TYPE = 'application/json';

/** A larger object is not from modport. */
const MOST_BYTES = 1024;

/** The owner of a store whose object at the key is not from modport. */
export const UNKNOWN_OWNER = 'unknown';

const Owner = z.object({ installation: z.uuid() });

/**
 * The id of this installation, which its database keeps. A backup carries it, so a restored
 * installation is the same one, unless the backup is of a release before the id.
 */
export async function readInstallation(db: Pick<Database, '$queryRaw'>): Promise<string> {
  const [row] = await db.$queryRaw<{ identity: string }[]>`
    select identity::text from installation where id = 1`;
  if (!row) throw new Error('the table installation has no row');
  return row.identity;
}

/**
 * Reads which installation a store names as its owner, with one request. Returns null for a store
 * without an owner, and `UNKNOWN_OWNER` if the object is not from modport. Throws errors of the
 * store.
 */
export async function readOwner(store: Storage): Promise<string | null> {
  try {
    return ownerIn(await textOf(await store.read(OWNER_KEY)));
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/**
 * Writes the owner into a store that has none. Returns the owner that the store names afterwards,
 * because another process may have been faster; null if that owner has been removed since. Throws
 * errors of the store.
 */
export async function nameOwner(store: Storage, installation: string): Promise<string | null> {
  try {
    await store.put(OWNER_KEY, once(bytesOf(installation)), CONTENT_TYPE);
    return installation;
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error;
    return readOwner(store);
  }
}

/** Writes the owner into a store, and replaces any other one. Throws errors of the store. */
export async function replaceOwner(store: Storage, installation: string): Promise<void> {
  const bytes = bytesOf(installation);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const measured = { sha256, sizeBytes: bytes.length };
  await store.replace(OWNER_KEY, once(bytes), { measured, contentType: CONTENT_TYPE });
}

function bytesOf(installation: string): Buffer {
  return Buffer.from(`${JSON.stringify({ installation })}\n`);
}

function ownerIn(text: string): string {
  try {
    return Owner.parse(JSON.parse(text)).installation.toLowerCase();
  } catch {
    return UNKNOWN_OWNER;
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
