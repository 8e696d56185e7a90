import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Platform } from '../../../platform/platform.js';
import { errors } from '../library.js';
import { endFamily, keepMember } from './families.js';
import { keptPayload, presentedPayload } from './payload.js';
import { recordHash, userCodeHash } from './record-hash.js';

/** Another request used the same code or token between the look-up and the use. */
export class LostRace extends errors.InvalidGrant {}

/** Stores the library's records of one kind, in rows that are found only by a keyed hash. */
export function recordAdapter(platform: Platform, kind: string): Adapter {
  const { clock, db, keys } = platform;
  const keyOf = (value: string) => ({ kind_idHash: { kind, idHash: recordHash(keys, value) } });
  return {
    async upsert(value, payload, lifetimeSeconds) {
      const expiresAt = expiryOf(payload, lifetimeSeconds);
      const { grantId, accountId, clientId, userCode } = payload;
      if (grantId && kind !== 'Interaction') {
        await keepMember(platform, grantId, { kind, value, payload, expiresAt });
        return;
      }
      const data = {
        payload: keptPayload(payload),
        userId: accountId ?? null,
        clientId: clientId ?? clientOfInteraction(payload),
        userCodeHash: userCode === undefined ? null : userCodeHash(keys, userCode),
        expiresAt,
      };
      const { kind_idHash: key } = keyOf(value);
      await db.oauthRecord.upsert({
        where: { kind_idHash: key },
        // Uses the same clock as sessions, because a fresh sign-in must be later than this.
        create: { ...key, ...data, createdAt: clock.now() },
        update: data,
      });
    },
    async find(value) {
      const row = await db.oauthRecord.findUnique({ where: keyOf(value) });
      return row ? presentedPayload(row, value) : undefined;
    },
    async consume(value) {
      const { kind_idHash: key } = keyOf(value);
      const { count } = await db.oauthRecord.updateMany({
        where: { ...key, consumedAt: null },
        data: { consumedAt: new Date() },
      });
      if (count === 1) return;
      // Another request was faster, so one of the two is an attacker.
      const row = await db.oauthRecord.findUnique({ where: { kind_idHash: key } });
      if (row?.grantId) await endFamily(platform, row.grantId);
      throw new LostRace('already used');
    },
    async destroy(value) {
      const { kind_idHash: key } = keyOf(value);
      await db.oauthRecord.deleteMany({ where: key });
    },
    revokeByGrantId: (grantId) => endFamily(platform, grantId),
    findByUid: () => unused('findByUid'),
    findByUserCode: () => unused('findByUserCode'),
  };
}

function clientOfInteraction({ params }: AdapterPayload): string | null {
  return typeof params?.['client_id'] === 'string' ? params['client_id'] : null;
}

function expiryOf(payload: AdapterPayload, lifetimeSeconds: number | undefined): Date | null {
  if (payload.exp !== undefined) return new Date(payload.exp * 1000);
  return lifetimeSeconds ? new Date(Date.now() + lifetimeSeconds * 1000) : null;
}

/** The library calls these methods only for features that modport implements differently. */
function unused(name: string): never {
  throw new Error(`records of OAuth have no ${name}`);
}
