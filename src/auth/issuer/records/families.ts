import type { AdapterPayload } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { transact } from '../../../request/transact.js';
import { errors } from '../library.js';
import { familyEndReason, recordForApp } from './app-audit.js';
import { recordHash, storedPayload } from './payload.js';

/** A record to store. */
export interface NewRecord {
  readonly kind: string;
  readonly value: string;
  readonly payload: AdapterPayload;
  /** Null if the record does not expire by itself. */
  readonly expiresAt: Date | null;
}

/**
 * Stores a code or token in a family. The same statement locks the family's own record (`Grant`),
 * so that a new member cannot escape the end of the family. It also extends that record to the
 * latest expiry of a member. Throws `invalid_grant` if the family has ended.
 */
export async function storeFamilyMember(
  { db, keys }: Platform,
  oauthGrantId: string,
  { kind, value, payload, expiresAt }: NewRecord,
): Promise<void> {
  const written = await db.$executeRaw`
    with family as (
      update oauth_records set expires_at = greatest(expires_at, ${expiresAt}::timestamptz)
      where kind = 'Grant' and id_hash = ${recordHash(keys, oauthGrantId)}
      returning user_id)
    insert into oauth_records (kind, id_hash, payload, grant_id, user_id, client_id, expires_at)
    select ${kind}, ${recordHash(keys, value)}, ${JSON.stringify(storedPayload(payload))}::jsonb,
      ${oauthGrantId}, family.user_id, ${payload.clientId ?? null}, ${expiresAt}::timestamptz
    from family
    on conflict (kind, id_hash) do update
      set payload = excluded.payload, expires_at = excluded.expires_at`;
  if (written === 0) throw new errors.InvalidGrant('the authorization has ended');
}

interface Family {
  readonly userId: string;
  readonly clientId: string;
}

/**
 * Ends one family (Spec 5.2). It deletes the family's own record first, so that no new member can
 * join, and then its codes and tokens. The user's approval stays. The audit log records the reason.
 */
export async function endFamily(platform: Platform, oauthGrantId: string): Promise<void> {
  await transact({ platform, claim: null }, async (tx) => {
    const [family] = await tx.$queryRaw<Family[]>`
      delete from oauth_records
      where kind = 'Grant' and id_hash = ${recordHash(platform.keys, oauthGrantId)}
      returning user_id as "userId", client_id as "clientId"`;
    await tx.oauthRecord.deleteMany({ where: { grantId: oauthGrantId } });
    // If several requests end the same family at once, only one finds the record and writes the
    // line.
    if (family) await recordForApp(tx, family, familyEndReason());
  });
}

/**
 * Deletes a family whose approval was not stored. It never had a code or token, so the audit log
 * records nothing.
 */
export async function discardFamily({ db, keys }: Platform, oauthGrantId: string): Promise<void> {
  await db.oauthRecord.deleteMany({
    where: { kind: 'Grant', idHash: recordHash(keys, oauthGrantId) },
  });
}
