import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * The SQL condition of an abandoned account in `users u`, which must be active and of role `user`.
 * It did not verify its address in `unverifiedAccountSeconds`, has no unexpired session and no
 * planned deletion, and owns nothing: no mods, uploads, unrevoked credentials, applications or
 * webhooks. It also has no approvals or entitlements, and was never in a team.
 */
export function abandoned(now: Date): Prisma.Sql {
  const before = new Date(now.getTime() - LIMITS.unverifiedAccountSeconds * 1000);
  return Prisma.sql`u.email is null and u.unverified_email is not null and u.state = 'active'
    and u.role = 'user' and u.deletion_due_at is null and u.created_at <= ${before}::timestamptz
    and not exists (
      select from web_sessions where user_id = u.id and expires_at > ${now}::timestamptz)
    and not exists (select from mods where author_id = u.id)
    and not exists (select from team_members where user_id = u.id)
    and not exists (select from former_team_members where user_id = u.id)
    and not exists (select from upload_sessions where user_id = u.id)
    and not exists (select from credentials where user_id = u.id and revoked_at is null)
    and not exists (select from app_grants where user_id = u.id)
    and not exists (select from apps where owner_id = u.id)
    and not exists (select from entitlements where user_id = u.id)
    and not exists (select from webhook_subscriptions where owner_id = u.id)`;
}

/** Lists the ids of abandoned accounts, oldest first, at most `accountDeletionsPerRun`. */
export async function listAbandoned({ db, clock }: Platform): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select u.id from users u where ${abandoned(clock.now())}
    order by u.created_at limit ${LIMITS.accountDeletionsPerRun}`;
  return rows.map(({ id }) => id);
}
