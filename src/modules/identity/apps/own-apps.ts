import type { Tx } from '../../../platform/database/connect.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { nameKey } from './app-name.js';

/**
 * Checks that an owner may have another application with this name. It locks the owner's row, so
 * that concurrent writes see each other. Throws `invalid_state` if there are too many,
 * `invalid_input` if another application has the name.
 */
export async function admitApp(tx: Tx, ownerId: string, name: string): Promise<void> {
  const names = await namesOf(tx, ownerId, null);
  if (names.length >= LIMITS.appsPerUser) throw problem('invalid_state', { log: 'too many apps' });
  refuseTwin(names, name);
}

/** Checks that an application may have this name. Throws `invalid_input` if another one has it. */
export async function admitName(tx: Tx, ownerId: string, id: string, name: string): Promise<void> {
  refuseTwin(await namesOf(tx, ownerId, id), name);
}

async function namesOf(tx: Tx, ownerId: string, except: string | null): Promise<string[]> {
  await tx.$queryRaw`select 1 from users where id = ${ownerId}::uuid for no key update`;
  const rows = await tx.app.findMany({
    where: { ownerId, deletedAt: null, ...(except === null ? {} : { id: { not: except } }) },
    select: { name: true },
  });
  return rows.map((row) => row.name);
}

function refuseTwin(names: readonly string[], name: string): void {
  if (!names.some((other) => nameKey(other) === nameKey(name))) return;
  throw problem('invalid_input', { fields: [{ field: 'name', code: 'not_unique' }] });
}
