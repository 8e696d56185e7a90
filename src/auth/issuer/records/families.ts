import type { AdapterPayload } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { transact } from '../../../request/transact.js';
import { errors } from '../library.js';
import { endNow, noteForApp } from './notes.js';
import { keptPayload } from './payload.js';
import { recordHash } from './record-hash.js';

/** A record that is to be kept. */
export interface NewRecord {
  readonly kind: string;
  readonly value: string;
  readonly payload: AdapterPayload;
  readonly expiresAt: Date | null;
}

/**
 * Keeps a record that follows from an approval, as long as the approval stands. The same statement
 * locks the approval's own record, so that the end of a family and the birth of a member never miss
 * each other, and lets it live as long as its youngest member. Throws `invalid_grant` where the
 * family has ended.
 */
export async function keepMember(
  { db, keys }: Platform,
  grantId: string,
  { kind, value, payload, expiresAt }: NewRecord,
): Promise<void> {
  const written = await db.$executeRaw`
    with family as (
      update oauth_records set expires_at = greatest(expires_at, ${expiresAt}::timestamptz)
      where kind = 'Grant' and id_hash = ${recordHash(keys, grantId)}
      returning user_id)
    insert into oauth_records (kind, id_hash, payload, grant_id, user_id, client_id, expires_at)
    select ${kind}, ${recordHash(keys, value)}, ${JSON.stringify(keptPayload(payload))}::jsonb,
      ${grantId}, family.user_id, ${payload.clientId ?? null}, ${expiresAt}::timestamptz
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
 * Ends all that follows from one approval (Spec 5.2): first the approval's own record, so that
 * nothing is added to the family any more, then its codes and tokens. The audit log has why.
 */
export async function endFamily(platform: Platform, grantId: string): Promise<void> {
  await transact({ platform, claim: null }, async (tx) => {
    const [family] = await tx.$queryRaw<Family[]>`
      delete from oauth_records
      where kind = 'Grant' and id_hash = ${recordHash(platform.keys, grantId)}
      returning user_id as "userId", client_id as "clientId"`;
    await tx.oauthRecord.deleteMany({ where: { grantId } });
    // Of those who end the same family at once, one finds the record and notes it.
    if (family) await noteForApp(tx, family, endNow());
  });
}
