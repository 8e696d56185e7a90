import type { AdapterPayload } from 'oidc-provider';
import { isLivePublisher } from '../../../modules/collaboration/index.js';
import { usableScopes } from '../../../modules/identity/index.js';
import type { PlatformRole, UserState } from '../../../platform/database/generated/enums.js';
import type { Platform } from '../../../platform/platform.js';
import { isScope, type Scope } from '../../../registry/scopes.js';
import { activeCredential } from '../../../request/viewer.js';
import { recordHash } from './payload.js';

/** A currently valid access token. Its user may be blocked: check `user.state`. */
export interface LiveAccessToken {
  readonly payload: AdapterPayload;
  readonly expiresAt: Date;
  /** For `presentedPayload`. Access tokens have no single use, so this is always null. */
  readonly consumedAt: null;
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly role: PlatformRole;
    readonly state: UserState;
  };
  /** The user's approval of the application; null for an exchanged personal token or a CI run. */
  readonly approvalId: string | null;
  /** The personal token or key behind the exchange, or null. */
  readonly credentialId: string | null;
  /** The run of a trusted publisher behind the exchange, or null. */
  readonly ciRun: { readonly id: string; readonly publisherId: string } | null;
  readonly clientId: string;
  /** The granted scopes that are still allowed. */
  readonly scopes: readonly Scope[];
  /** Those of `scopes` that the user allowed under AAL2. */
  readonly aal2Scopes: readonly Scope[];
  /** The mods that the exchanged key or run is limited to; null for all. */
  readonly modIds: readonly string[] | null;
}

interface Row {
  readonly payload: AdapterPayload;
  readonly expires_at: Date;
  readonly client_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly role: PlatformRole;
  readonly state: UserState;
  readonly approval_id: string | null;
  readonly credential_id: string | null;
  readonly ci_run_id: string | null;
  readonly publisher_id: string | null;
  readonly publisher_mod_id: string | null;
  readonly app_scopes: string[] | null;
  readonly approved_scopes: string[] | null;
  readonly granted_scopes: string[] | null;
  readonly aal2_scopes: string[] | null;
  readonly limited: boolean | null;
  readonly mod_ids: string[] | null;
}

/**
 * Finds a valid access token, in one statement. Null if it is unknown or expired, or if what it
 * depends on has ended:
 * - for an exchanged personal token or key (RFC 8693): that token or key
 * - for a CI run: its trusted publisher
 * - for all others: the user's approval, and the application, which must not be disabled or deleted
 */
export async function liveAccessToken(
  platform: Platform,
  value: string,
): Promise<LiveAccessToken | null> {
  const { db, keys, clock } = platform;
  const now = clock.now();
  const [row] = await db.$queryRaw<Row[]>`
    select r.payload, r.expires_at, r.client_id, u.id as user_id, u.username, u.role, u.state,
      g.id as approval_id, a.scopes as app_scopes, a.approved_scopes,
      g.scopes as granted_scopes, g.aal2_scopes, c.id as credential_id, c.limited, c.mod_ids,
      cr.id as ci_run_id, tp.id as publisher_id, tp.mod_id as publisher_mod_id
    from oauth_records r
    join users u on u.id = r.user_id
    left join apps a on a.client_id = r.client_id
      and a.disabled_at is null and a.deleted_at is null
    left join app_grants g on g.app_id = a.id and g.user_id = u.id and g.revoked_at is null
    left join credentials c on c.id = (r.payload->'extra'->>'credential_id')::uuid
      and ${activeCredential(now)}
    left join ci_runs cr on cr.id = (r.payload->'extra'->>'ci_run_id')::uuid
    left join trusted_publishers tp on tp.id = cr.trusted_publisher_id and tp.created_by_id = u.id
      and ${isLivePublisher(platform)}
    where r.kind = 'AccessToken' and r.id_hash = ${recordHash(keys, value)}
      and r.expires_at > ${now}::timestamptz
      and (case
        when r.payload->'extra'->>'ci_run_id' is not null then tp.id
        when r.payload->'extra'->>'credential_id' is not null then c.id
        else g.id end) is not null`;
  return row ? liveTokenOf(row) : null;
}

function liveTokenOf(row: Row): LiveAccessToken {
  const granted = (row.payload.scope ?? '').split(' ').filter(isScope);
  const { app_scopes: scopes, approved_scopes: approvedScopes, aal2_scopes: aal2Scopes } = row;
  const allowed =
    scopes && approvedScopes
      ? usableScopes(
          { scopes, approvedScopes },
          { scopes: row.granted_scopes ?? [], aal2Scopes: aal2Scopes ?? [] },
        )
      : granted;
  const usable = granted.filter((scope) => allowed.includes(scope));
  return {
    payload: row.payload,
    expiresAt: row.expires_at,
    consumedAt: null,
    user: { id: row.user_id, username: row.username, role: row.role, state: row.state },
    approvalId: row.approval_id,
    credentialId: row.credential_id,
    ciRun: ciRunOf(row),
    clientId: row.client_id,
    scopes: usable,
    aal2Scopes: usable.filter((scope) => aal2Scopes?.includes(scope)),
    modIds: modsOf(row),
  };
}

function ciRunOf({ ci_run_id: id, publisher_id: publisherId }: Row): LiveAccessToken['ciRun'] {
  return id !== null && publisherId !== null ? { id, publisherId } : null;
}

/** A run reaches the mod of its publisher, and nothing else. */
function modsOf({ ci_run_id: ciRunId, publisher_mod_id: modId, limited, mod_ids: modIds }: Row) {
  if (ciRunId !== null) return modId === null ? [] : [modId];
  return limited ? (modIds ?? []) : null;
}
