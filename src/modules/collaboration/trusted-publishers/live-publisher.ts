import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { activeCredential } from '../../../request/viewer.js';

/**
 * The SQL condition that the trusted publisher `tp` works. It stops working for good if an owner
 * removes it. It does not work while
 * - the owner who configured it does not own the mod, is blocked, or leaves the service (from the
 *   request of the deletion on)
 * - the mod is deleted
 * - the operator does not trust its issuer
 *
 * After the token or key that created it has ended, it does not work, and a job removes it.
 */
export function isLivePublisher({ config, clock }: Pick<Platform, 'config' | 'clock'>): Prisma.Sql {
  return Prisma.sql`tp.removed_at is null and tp.issuer = any(${[...config.trustedIssuers]}::text[])
    and (tp.credential_id is null or exists (
      select from credentials c
      where c.id = tp.credential_id and ${activeCredential(clock.now())}))
    and exists (
      select from mods m
      join team_members t on t.team_id = m.team_id and t.user_id = tp.created_by_id and t.role = 'owner'
      join users o on o.id = tp.created_by_id and o.state = 'active' and o.deletion_due_at is null
      where m.id = tp.mod_id and m.state <> 'deleted')`;
}
