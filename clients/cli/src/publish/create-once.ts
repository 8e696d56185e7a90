import { createHash } from 'node:crypto';
import { newKey, ProblemError } from '@modport/client';

/**
 * Creates an object with an idempotency key made of `parts`. After a lost response, the next run
 * with the same parts gets the object that was created. For a day, the service repeats that
 * response even if the object was deleted meanwhile. So `read` reads the object: if the status is
 * 404 or 410, another one is created under a new key.
 */
export async function createOnce<T>(
  parts: readonly string[],
  create: (idempotencyKey: string) => Promise<T>,
  read: (created: T) => Promise<unknown>,
): Promise<T> {
  try {
    const created = await create(keyOf(...parts));
    await read(created);
    return created;
  } catch (error) {
    // A credential for some mods gets the error of the deleted object from the create itself.
    if (!(error instanceof ProblemError && GONE.has(error.status))) throw error;
    return create(newKey());
  }
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** A key that is the same for the same logical write on every machine. */
export function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40);
}
