import { hasCode } from './problem';

/** The idempotency keys of the writes that have not succeeded, by write. */
const open = new Map<string, string>();

/** Refusals of a key that no repetition can use again. */
const USED_UP = ['idempotency_conflict', 'idempotency_replay_unavailable'];

/**
 * Sends a write under an idempotency key. After a failure, the same write gets the same key again:
 * it may have taken effect without its response, and then the service only repeats the response. A
 * refused write has released its key, so a repetition runs. Any success ends all other repetitions,
 * because a write that follows it is meant anew. Throws what `send` throws.
 */
export async function underKey<Result>(
  operation: string,
  variables: object,
  send: (key: string) => Promise<Result>,
): Promise<Result> {
  const write = `${operation} ${JSON.stringify(variables, withFiles)}`;
  const key = open.get(write) ?? crypto.randomUUID();
  open.set(write, key);
  try {
    const result = await send(key);
    open.clear();
    return result;
  } catch (error) {
    if (hasCode(error, ...USED_UP)) open.delete(write);
    // A success of another write may have removed it meanwhile.
    else open.set(write, key);
    throw error;
  }
}

/** JSON has no files. A file that is chosen again counts as the same one. */
function withFiles(_name: string, value: unknown): unknown {
  if (!(value instanceof File)) return value;
  const { name, size, type, lastModified } = value;
  return { name, size, type, lastModified };
}
