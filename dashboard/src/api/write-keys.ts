import { hasCode, REPLAY_UNAVAILABLE } from './problem';

/** The key of a creation that has not succeeded, and the time of its first request. */
interface OpenKey {
  readonly key: string;
  readonly since: number;
}

/** The open keys, by creation. */
const open = new Map<string, OpenKey>();

/**
 * A later click is no repetition. It is meant anew. This is longer than the few minutes for which
 * the text of a failure asks the user to wait.
 */
const REPETITION_MILLISECONDS = 600_000;

/**
 * The refusals of a key that no repetition can use again. After an error that leaves the effect in
 * doubt, such as `service_unavailable`, only the same key prevents a second object.
 */
const USED_UP = ['idempotency_conflict', REPLAY_UNAVAILABLE];

/**
 * Sends a creation under an idempotency key. After a failure, the same creation gets the same key
 * again for ten minutes: it may have taken effect without its response, and then the service only
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
