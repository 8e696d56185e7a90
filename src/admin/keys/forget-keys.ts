import { hasService, type Tx } from '../../platform/database/connect.js';
import {
  forgottenRowName,
  type KeyRows,
  lockKeyRows,
  lookupRowName,
  missingKeys,
  ownIdsOf,
  readKeyRows,
} from '../../platform/key-rows.js';
import { keysThatSeal } from '../../platform/reseal.js';
import type { RootKeys } from '../../platform/root-keys.js';
import type { RequestContext } from '../../request/context.js';
import { audit } from '../../request/outbox.js';
import { CommandError } from '../flags.js';
import { SEALED_COLUMNS, withRotationLock } from './retired-keys.js';

/** The keys that were given up. */
interface ForgottenKeys {
  readonly keyId: string;
  readonly forgotten: readonly string[];
}

/**
 * Gives up keys that the database was used with and that this environment lacks. If this
 * environment has no key in use, it also gives up all retired keys that it lacks. If no key of the
 * database remains, the next start stores a lookup secret under its own key (class `lookup` in
 * `PURPOSES`). Values under the lost keys stay unreadable. The rows stay under another name, so
 * that a start with such a key uses its secret again. Writes a line of the audit log.
 *
 * Throws CommandError for other ids, and while a service is connected that may use these keys.
 */
export function forgetKeys(ctx: RequestContext, ids: readonly string[]): Promise<ForgottenKeys> {
  const { roots } = ctx.platform;
  return withRotationLock(ctx.platform, async (tx) => {
    await lockKeyRows(tx);
    const rows = await readKeyRows(tx);
    const forgotten = keysToForget(rows, roots, ids);
    if (!(await areStray(tx, roots, forgotten)) && (await hasService(tx))) {
      throw new CommandError('a service is connected to this database; stop all of its processes');
    }
    await rename(tx, forgotten);
    const keyId = roots.present().id;
    await audit(tx, ctx, {
      action: 'keys.forgotten',
      targetKind: 'encryption_key',
      targetId: null,
      data: { key_id: keyId, forgotten },
    });
    return { keyId, forgotten };
  });
}

function keysToForget(rows: KeyRows, roots: RootKeys, ids: readonly string[]): string[] {
  const { inUse, retired } = missingKeys(rows, roots);
  const lacked = [...inUse, ...retired];
  const wrong = ids.filter((id) => !lacked.includes(id));
  if (wrong.length > 0) {
    const known = lacked.length === 0 ? 'no key' : `only ${lacked.join(', ')}`;
    throw new CommandError(
      `${wrong.join(', ')} cannot be forgotten: this environment lacks ${known} of the database`,
    );
  }
  // A start without a key in use may also refuse retired keys that it lacks.
  const rest = hasKeyInUse(rows, roots) ? [] : retired;
  return [...new Set([...ids, ...rest])].sort();
}

/**
 * Whether keys are those of commands that ran in another environment than the service: a key of
 * this environment seals (encrypts) values of the database, and they seal none.
 */
async function areStray(tx: Tx, roots: RootKeys, ids: readonly string[]): Promise<boolean> {
  const sealing = new Set<string>();
  for (const column of SEALED_COLUMNS) {
    for (const id of await keysThatSeal(tx, column)) sealing.add(id);
  }
  return ownIdsOf(roots).some((id) => sealing.has(id)) && !ids.some((id) => sealing.has(id));
}

/** Whether this environment has a key of the database that is not retired. */
function hasKeyInUse({ lookup, retired }: KeyRows, roots: RootKeys): boolean {
  return ownIdsOf(roots).some((id) => lookup.has(id) && !retired.has(id));
}

async function rename(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    // A secret that was in use since then replaces the one of an earlier run.
    const purpose = forgottenRowName(id);
    await tx.serverKey.deleteMany({ where: { purpose } });
    await tx.serverKey.update({ where: { purpose: lookupRowName(id) }, data: { purpose } });
  }
}
