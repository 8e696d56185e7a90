import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { errors } from '../library.js';
import { endFamily, storeFamilyMember } from './families.js';
import { presentedPayload, recordHash, storedPayload, userCodeHash } from './payload.js';

/** Thrown if another request used the same code or token between the look-up and the use. */
export class LostRace extends errors.InvalidGrant {}

/** The records of one kind. */
interface Records {
  readonly platform: Platform;
  readonly kind: string;
}

/**
 * Stores the library's records of one kind, in rows that are found only by a keyed hash. Codes and
 * tokens of an approval become members of its family. Storing one throws `invalid_grant` if the
 * family has ended. A second use of a member ends the family (`endFamily`). The deletion of a
 * member ends it too, unless that is an agent token. `find` also returns expired records.
 */
export function recordAdapter(platform: Platform, kind: string): Adapter {
  const records: Records = { platform, kind };
  const { db } = platform;
  return {
    upsert: (value, payload, lifetimeSeconds) => upsert(records, value, payload, lifetimeSeconds),
    async find(value) {
      const where = { kind_idHash: keyOf(records, value) };
      const row = await db.oauthRecord.findUnique({ where });
      return row ? presentedPayload(row, value) : undefined;
    },
    consume: (value) => consume(records, value),
    destroy: (value) => destroy(records, value),
    revokeByGrantId: (grantId) => endFamily(platform, grantId),
    findByUid: () => unused('findByUid'),
    findByUserCode: () => unused('findByUserCode'),
  };
}

function keyOf({ platform, kind }: Records, value: string) {
  return { kind, idHash: recordHash(platform.keys, value) };
}

async function upsert(
  records: Records,
  value: string,
  payload: AdapterPayload,
  lifetimeSeconds: number | undefined,
): Promise<void> {
  const { platform, kind } = records;
  const { clock, db, keys } = platform;
  const expiresAt = expiryOf(payload, lifetimeSeconds);
  const { grantId, accountId, clientId, userCode } = payload;
  // An interaction names a family if a new sign-in follows the approval. It is stored below,
  // because a member gets the time of the database, with which no session can be compared.
  if (grantId && kind !== 'Interaction') {
    await storeFamilyMember(platform, grantId, { kind, value, payload, expiresAt });
    return;
  }
  const key = keyOf(records, value);
  const data = {
    payload: storedPayload(payload),
    userId: accountId ?? null,
    clientId: clientId ?? clientOfInteraction(payload),
    userCodeHash: userCode === undefined ? null : userCodeHash(keys, userCode),
    expiresAt,
  };
  await db.oauthRecord.upsert({
    where: { kind_idHash: key },
    // Uses the same clock as sessions, because a fresh sign-in must be later than this.
    create: { ...key, ...data, createdAt: clock.now() },
    update: data,
  });
}

/**
 * Marks a record as used. Throws `LostRace` and ends the family if another request used it. Throws
 * it also if the record no longer exists.
 */
async function consume(records: Records, value: string): Promise<void> {
  const { db } = records.platform;
  const key = keyOf(records, value);
  const { count } = await db.oauthRecord.updateMany({
    where: { ...key, consumedAt: null },
    data: { consumedAt: new Date() },
  });
  if (count === 1) return;
  // Another request was faster, so one of the two is an attacker.
  const row = await db.oauthRecord.findUnique({ where: { kind_idHash: key } });
  if (row?.grantId) await endFamily(records.platform, row.grantId);
  throw new LostRace('already used');
}

/**
 * Deletes a record. The library does so for a revoked or replayed token, and then ends its family.
 * If that failed, a retry would no longer find the token and would succeed while its family lives
 * on. So both happen in one transaction. A token for agents leaves its family alone.
 */
async function destroy(records: Records, value: string): Promise<void> {
  const { db } = records.platform;
  const where = { kind_idHash: keyOf(records, value) };
  const row = await db.oauthRecord.findUnique({ where });
  if (!row) return;
  const isAlone = presentedPayload(row, value).aud !== undefined;
  if (row.grantId && !isAlone) await endFamily(records.platform, row.grantId);
  else await db.oauthRecord.deleteMany({ where: keyOf(records, value) });
}

function clientOfInteraction({ params }: AdapterPayload): string | null {
  return typeof params?.['client_id'] === 'string' ? params['client_id'] : null;
}

/** By the clock of the machine, as the library checks it. */
function expiryOf(payload: AdapterPayload, lifetimeSeconds: number | undefined): Date | null {
  if (payload.exp !== undefined) return new Date(payload.exp * 1000);
  return lifetimeSeconds ? new Date(Date.now() + lifetimeSeconds * 1000) : null;
}

/** The library calls these methods only for features that modport implements differently. */
function unused(name: string): never {
  throw new Error(`records of OAuth have no ${name}`);
}
