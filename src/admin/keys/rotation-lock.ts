import type { Tx } from '../../platform/database/connect.js';
import type { Platform } from '../../platform/platform.js';

/** Key of the advisory lock for rotations. */
const ROTATION = 7_270_035;

/**
 * Runs a step of a rotation under an exclusive lock. The step writes in the transaction of the
 * lock.
 */
export function withRotationLock<T>({ db }: Platform, step: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${ROTATION}::bigint)`;
    return step(tx);
  });
}
