import { hasCode } from './problem';

/** The key of a creation that has not succeeded, and the time of its first request. */
interface OpenKey {
  readonly key: string;
  readonly since: number;
}

/** The open keys, by creation. */
const open = new Map<string, OpenKey>();

/** A later click is no repetition. It is meant anew. */
const REPETITION_MILLISECONDS = 120_000;

/**
 * Failures whose key helps no repetition: its response cannot be repeated, or the service keeps the
 * key as running for up to a minute.
 */
const USED_UP = [
  'idempotency_conflict',
  'idempotency_replay_unavailable',
  'internal_error',
  'service_unavailable',
];

/**
 * Sends a creation under an idempotency key. After a failure, the same creation gets the same key
 * again for two minutes: it may have taken effect without its response, and then the service only
 * repeats the response. A refused creation has released its key, so a repetition runs. Throws what
 * `send` throws.
 */
export async function underKey<Result>(
  operation: string,
  variables: object,
  send: (key: string) => Promise<Result>,
): Promise<Result> {
  const creation = `${operation} ${JSON.stringify(variables, withFiles)}`;
  const kept = open.get(creation);
  const isFresh = kept !== undefined && Date.now() - kept.since < REPETITION_MILLISECONDS;
  const current = isFresh ? kept : { key: crypto.randomUUID(), since: Date.now() };
  open.set(creation, current);
  try {
    const result = await send(current.key);
    forgetKeys();
    return result;
  } catch (error) {
    if (hasCode(error, ...USED_UP)) open.delete(creation);
    // A success of another write may have removed it meanwhile.
    else open.set(creation, current);
    throw error;
  }
}

/** Ends all repetitions. For each success of a write, because a creation after it is meant anew. */
export function forgetKeys(): void {
  open.clear();
}

/** JSON has no files. A file that is chosen again counts as the same one. */
function withFiles(_name: string, value: unknown): unknown {
  if (!(value instanceof File)) return value;
  const { name, size, type, lastModified } = value;
  return { name, size, type, lastModified };
}
