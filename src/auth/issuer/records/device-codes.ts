import type { Adapter, AdapterPayload } from 'oidc-provider';
import { recordDenial } from '../../../modules/identity/index.js';
import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import type { RequestContext } from '../../../request/context.js';
import { transact } from '../../../request/transact.js';
import { errors } from '../library.js';
import { recordAdapter } from './adapter.js';
import { presentedPayload, type RecordRow, recordHash, userCodeHash } from './payload.js';

/** The error of a device that polls too early, with its new interval. */
export class PolledTooEarly extends errors.SlowDown {
  constructor(readonly intervalSeconds: number) {
    super();
  }
}

/**
 * Stores device codes. Each look-up counts as a poll of the device. A poll before the end of the
 * interval throws `slow_down` (`PolledTooEarly`) and extends the interval (RFC 8628 3.5). The row
 * stores the time and the interval, so all processes agree.
 */
export function deviceCodeAdapter(platform: Platform): Adapter {
  return {
    ...recordAdapter(platform, 'DeviceCode'),
    async find(value) {
      const polled = await poll(platform, value);
      if (!polled) return undefined;
      if (polled.early) throw new PolledTooEarly(polled.intervalSeconds);
      return presentedPayload(polled, value);
    },
  };
}

type Polled = RecordRow & { readonly early: boolean; readonly intervalSeconds: number };

async function poll({ db, keys }: Platform, value: string): Promise<Polled | undefined> {
  const now = Date.now();
  const first = LIMITS.devicePollSeconds;
  const [polled] = await db.$queryRaw<Polled[]>`
    with before as (
      select id_hash,
        coalesce((payload->>'interval')::int, ${first}::int) as interval,
        coalesce((payload->>'polledAt')::bigint, 0) as polled_at
      from oauth_records
      where kind = 'DeviceCode' and id_hash = ${recordHash(keys, value)}
      for update),
    checked as (
      select id_hash, polled_at + interval * 1000 > ${now}::bigint as early,
        case when polled_at + interval * 1000 > ${now}::bigint
          then interval + ${first}::int else interval end as interval
      from before)
    update oauth_records r
    set payload = r.payload || jsonb_build_object('polledAt', ${now}::bigint, 'interval', c.interval)
    from checked c
    where r.kind = 'DeviceCode' and r.id_hash = c.id_hash
    returning r.payload, r.consumed_at as "consumedAt", r.expires_at as "expiresAt",
      c.early, c.interval as "intervalSeconds"`;
  return polled;
}

/** A device that waits for its user's decision. */
export interface WaitingDevice {
  /** Identifies the record; it cannot be used as a credential. */
  readonly idHash: Uint8Array;
  readonly clientId: string;
  /** The scopes that the device requested. */
  readonly scope: string;
  /** The nonce that the device sent for its ID token; null if it sent none. */
  readonly nonce: string | null;
}

/** Finds the device with a user code, as typed. Null if the code is unknown, expired or decided. */
export async function findWaitingDevice(
  { db, keys }: Platform,
  userCode: string,
): Promise<WaitingDevice | null> {
  const row = await db.oauthRecord.findUnique({
    where: {
      kind_userCodeHash: {
        kind: 'DeviceCode',
        userCodeHash: userCodeHash(keys, normalizedUserCode(userCode)),
      },
    },
  });
  if (!row?.clientId || row.grantId || !row.expiresAt || row.expiresAt.getTime() <= Date.now()) {
    return null;
  }
  // The column holds the result of storedPayload.
  const { params, error } = row.payload as AdapterPayload;
  const text = (name: string) => (typeof params?.[name] === 'string' ? params[name] : null);
  if (error) return null;
  const { idHash, clientId } = row;
  return { idHash, clientId, scope: text('scope') ?? '', nonce: text('nonce') };
}

/** Returns a typed user code as its hash needs it: in upper case, only letters and digits. */
export function normalizedUserCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** A user's decision about a device. */
export type DeviceDecision =
  | {
      readonly kind: 'approved';
      readonly userId: string;
      readonly oauthGrantId: string;
      readonly scope: string;
    }
  | { readonly kind: 'denied' };

/**
 * Denies a device and writes the audit line. Returns false if it was already decided or has
 * expired; then nothing is written.
 */
export async function denyDevice(ctx: RequestContext, device: WaitingDevice): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const isDenied = await decideDevice(tx, device, { kind: 'denied' });
    if (isDenied) await recordDenial(tx, ctx, { ...device, of: 'device' });
    return isDenied;
  });
}

/**
 * Stores the decision about a device, once. Returns false if it was already decided or has expired.
 */
export async function decideDevice(
  db: Tx,
  device: WaitingDevice,
  decision: DeviceDecision,
): Promise<boolean> {
  const approved = decision.kind === 'approved' ? decision : null;
  const decided = approved
    ? {
        accountId: approved.userId,
        grantId: approved.oauthGrantId,
        scope: approved.scope,
        authTime: Math.floor(Date.now() / 1000),
        ...(device.nonce === null ? {} : { nonce: device.nonce }),
      }
    : { error: 'access_denied', errorDescription: 'the user denied the device' };
  const count = await db.$executeRaw`
    update oauth_records
    set payload = payload || ${JSON.stringify(decided)}::jsonb,
      grant_id = ${approved?.oauthGrantId ?? null}, user_id = ${approved?.userId ?? null}::uuid
    where kind = 'DeviceCode' and id_hash = ${device.idHash} and grant_id is null
      and not payload ? 'error' and expires_at > ${new Date()}::timestamptz`;
  return count === 1;
}
