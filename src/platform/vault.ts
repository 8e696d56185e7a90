import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { RootKey, RootKeys } from './root-keys.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A sealed value starts with the id of its key. */
const MARK_BYTES = 4;

/**
 * A sealed secret that was altered or belongs to another place, or for which this process has no
 * key.
 */
export class SealedElsewhere extends Error {
  override name = 'SealedElsewhere';
}

/**
 * Encrypts secrets that the service must read again, such as signing keys and second factors. The
 * key is not in the database, so a copy of the rows alone reveals nothing.
 */
export interface Vault {
  /** Encrypts for one place, such as a column and the id of its row. The value opens only there. */
  seal(place: string, secret: Uint8Array | string): Uint8Array<ArrayBuffer>;
  /**
   * Decrypts a value of the same place, under the present key or a former one. Throws
   * SealedElsewhere.
   */
  open(place: string, sealed: Uint8Array): Buffer;
}

/** A vault that seals with the present root key and opens with all of them; AES-256-GCM. */
export function createVault(roots: RootKeys): Vault {
  const keyOf = (id: string) => [roots.present(), ...roots.former()].find((key) => key.id === id);
  return {
    seal(place, secret) {
      const { id, bytes } = roots.present();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      const mark = Buffer.from(id, 'hex');
      return new Uint8Array(Buffer.concat([mark, nonce, cipher.getAuthTag(), body]));
    },
    open(place, sealed) {
      const id = sealedWith(sealed);
      let key = keyOf(id);
      // Another process may have rotated the key file a moment ago.
      if (!key && roots.refresh()) key = keyOf(id);
      if (!key) throw new SealedElsewhere(`${place} was encrypted with another key`);
      return decrypt(key, place, Buffer.from(sealed));
    },
  };
}

/** The id of the key that a value was sealed with. */
function sealedWith(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(0, MARK_BYTES)).toString('hex');
}

function decrypt({ bytes: key }: RootKey, place: string, bytes: Buffer): Buffer {
  const nonceAt = MARK_BYTES;
  const tagAt = MARK_BYTES + NONCE_BYTES;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, tagAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealedElsewhere(`${place} was altered`, { cause: error });
  }
}
