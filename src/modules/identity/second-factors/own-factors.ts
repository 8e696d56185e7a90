import type { Tx } from '../../../platform/database/connect.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';

/** The second factors of an account, and the number of its unused recovery codes. */
export interface SecondFactors {
  readonly hasTotp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/**
 * Reads the second factors of an account. Under a lock of the account, pass the transaction. Throws
 * the error of the database for an unknown account.
 */
export async function readSecondFactors(
  db: Pick<Tx, 'user'>,
  userId: string,
): Promise<SecondFactors> {
  const { totpSecret, _count } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      totpSecret: true,
      _count: { select: { passkeys: true, recoveryCodes: { where: { usedAt: null } } } },
    },
  });
  return { hasTotp: totpSecret !== null, ..._count };
}

/** Whether an account has a second factor. Recovery codes alone do not count. */
export function isProtected({ hasTotp, passkeys }: SecondFactors): boolean {
  return hasTotp || passkeys > 0;
}

/** Reads the second factors of the viewer. Throws `unauthorized`. */
export function readOwnFactors(ctx: RequestContext): Promise<SecondFactors> {
  return readSecondFactors(ctx.platform.db, requireUser(ctx).userId);
}
