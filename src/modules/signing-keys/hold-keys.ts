import type { Tx } from '../../platform/database/connect.js';

/** Any number will do that nothing else in the database locks. */
const SIGNING_KEYS = 7_270_011;

/** Lets one transaction at a time decide about new keys: who comes later finds what it made. */
export async function holdKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${SIGNING_KEYS}::bigint)`;
}
