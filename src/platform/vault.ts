import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How much of a key's hash tells which key something was sealed with. */
const MARK_BYTES = 4;

/** A sealed secret that this process has no key for, or that was altered. */
export class SealedElsewhere extends Error {
  override name = 'SealedElsewhere';
}

/**
 * Encrypts what the service has to read again, such as keys that sign and second factors, with a
 * key that is not in the database: whoever has a copy of the rows alone reads nothing.
 */
export interface Vault {
  /** Encrypts for one place, such as a column and the id of its row; it opens nowhere else. */
  seal(place: string, secret: Uint8Array | string): Uint8Array<ArrayBuffer>;
  /** What was sealed for the same place. Throws SealedElsewhere. */
  open(place: string, sealed: Uint8Array): Buffer;
}

/** A vault of one key of 32 bytes; AES-256-GCM. */
export function createVault(key: Uint8Array): Vault {
  const mark = createHash('sha256').update(key).digest().subarray(0, MARK_BYTES);
  return {
    seal(place, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return new Uint8Array(Buffer.concat([mark, nonce, cipher.getAuthTag(), body]));
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed);
      const [nonceAt, tagAt] = [MARK_BYTES, MARK_BYTES + NONCE_BYTES];
      if (!bytes.subarray(0, nonceAt).equals(mark)) {
        throw new SealedElsewhere(`${place} was encrypted with another key`);
      }
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, tagAt), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
        return Buffer.concat([
          decipher.update(bytes.subarray(tagAt + TAG_BYTES)),
          decipher.final(),
        ]);
      } catch (error) {
        throw new SealedElsewhere(`${place} was altered`, { cause: error });
      }
    },
  };
}

/**
 * Opens the vault of an installation: with the key of the environment, else with the one in the
 * data directory, which the first start makes. Processes that start at once agree on one key.
 */
export async function openVault(given: Uint8Array | undefined, dataDir: string): Promise<Vault> {
  if (given) return createVault(given);
  const file = join(dataDir, 'encryption.key');
  const key = (await read(file)) ?? (await make(file, dataDir));
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold a key of 32 bytes`);
  return createVault(key);
}

async function read(file: string): Promise<Buffer | null> {
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function make(file: string, dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces the key that another process made meanwhile.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const key = await read(file);
  if (!key) throw new Error(`${file} vanished`);
  return key;
}
