import { hasCode, REPLAY_UNAVAILABLE } from './problem';

/** The key of a creation that has not succeeded, and the time of its first request. */
interface OpenKey {
  readonly key: string;
  readonly since: number;
}

/**
 * How long the same creation counts as a retry. This is longer than the few minutes for which the
 * text of a failure asks the user to wait.
 */
const RETRY_MILLISECONDS = 600_000;

/**
 * The error codes after which no retry can use the key. After any other error, the creation may
 * have taken effect, and only the same key prevents a second object.
 */
const USED_UP = ['idempotency_conflict', REPLAY_UNAVAILABLE];

const STORAGE_KEY = 'modport-dashboard:open-keys';

/** The open keys, by the digest of the creation. The tab keeps them over a reload. */
const open = readKept();

/**
 * Sends a creation under an idempotency key. After a failure, a call with the same operation and
 * variables gets the same key for ten minutes, also after a reload of the page. If the first
 * request took effect, the service only repeats its response. If the service refused it, the retry
 * runs again. A success of any write forgets all keys. Throws what `send` throws.
 */
export async function underKey<Result>(
  operation: string,
  variables: object,
  send: (key: string) => Promise<Result>,
): Promise<Result> {
  const creation = await digestOf(`${operation} ${JSON.stringify(variables, withFiles)}`);
  const kept = open.get(creation);
  const isKept = kept !== undefined && isFresh(kept);
  const current = isKept ? kept : { key: crypto.randomUUID(), since: Date.now() };
  open.set(creation, current);
  keep();
  try {
    const result = await send(current.key);
    forgetKeys();
    return result;
  } catch (error) {
    if (hasCode(error, ...USED_UP)) open.delete(creation);
    // A success of another write may have removed it meanwhile.
    else open.set(creation, current);
    keep();
    throw error;
  }
}

/** Forgets all keys. Each successful write calls it, because a creation after it is a new one. */
export function forgetKeys(): void {
  if (open.size === 0) return;
  open.clear();
  keep();
}

function isFresh({ since }: OpenKey): boolean {
  return Date.now() - since < RETRY_MILLISECONDS;
}

// A full or forbidden store must not stop a write. Then a reload forgets the keys.
function keep(): void {
  try {
    const fresh = [...open].filter(([, key]) => isFresh(key));
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(fresh));
  } catch {
    // As above.
  }
}

function readKept(): Map<string, OpenKey> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isKeptKey) : []);
  } catch {
    return new Map();
  }
}

function isKeptKey(entry: unknown): entry is [string, OpenKey] {
  if (!Array.isArray(entry)) return false;
  const [creation, open]: unknown[] = entry;
  if (typeof creation !== 'string' || typeof open !== 'object' || open === null) return false;
  if (!('key' in open) || !('since' in open)) return false;
  return typeof open.key === 'string' && typeof open.since === 'number';
}

/** The SHA-256 of a text, so that the store of the browser gets no input of the user. */
async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** JSON has no files. A file that is chosen again counts as the same one. */
function withFiles(_name: string, value: unknown): unknown {
  if (!(value instanceof File)) return value;
  const { name, size, type, lastModified } = value;
  return { name, size, type, lastModified };
}
