import { Prisma } from '../../platform/database/generated/client.js';
import { EVENTS, type EventRow } from '../../registry/events.js';
import { isSensitive, type Scope } from '../../registry/scopes.js';
import { livingCredential } from '../../request/living-credential.js';
import { readersOf } from '../teams/index.js';

/**
 * The pairs of `event_id` and `subscription_id` in which the owner of the subscription may know of the
 * event now, as a subquery over a relation with the columns of `outbox_events`. What nobody names here is not told:
 * - what is about an account alone, its own subscriptions hear of, but for those of some mods
 * - what is about a mod, those hear of it who read drafts in its team, and of a deleted mod that it changed
 * - a subscription of some mods hears of no others
 * - an account that may not act hears nothing, nor does an application that the account ended, that
 *   is disabled, or that may not have webhooks any more
 * - an application hears of no kind whose scope it was not allowed
 * - a subscription of a token or key that has ended gets nothing
 */
export function hearers(events: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`
    select k.event_id, s.id as subscription_id
    from (
      select o.id as event_id, o.kind, o.mod_id, o.user_id as owner_id from (${events}) o
      where o.mod_id is null and o.user_id is not null
      union
      select o.id, o.kind, o.mod_id, r.user_id from (${events}) o
        join (${readersOf()}) r on r.mod_id = o.mod_id
      where r.state <> 'deleted' or o.kind = 'mod.updated') k
    join users u on u.id = k.owner_id and u.state = 'active'
    join webhook_subscriptions s on s.owner_id = k.owner_id and s.state = 'active'
    where (s.credential_id is null or exists (
        select from credentials c where c.id = s.credential_id and ${livingCredential(now)}))
      and (not s.limited or (k.mod_id is not null and k.mod_id = any(s.mod_ids)))
      and (s.client_id is null or exists (
        select from app_grants g join apps a on a.id = g.app_id
        where a.client_id = s.client_id and g.user_id = s.owner_id and g.revoked_at is null
          and ${mayUse('webhooks:write')} and ${mayBeToldOfKind()}
          and a.disabled_at is null and a.deleted_at is null))`;
}

/** Application `a` has a scope by grant `g`, and its operator allows it still. */
function mayUse(scope: Scope): Prisma.Sql {
  const allowed = isSensitive(scope) ? Prisma.sql`a.approved_scopes` : Prisma.sql`a.scopes`;
  return Prisma.sql`${scope} = any(g.scopes) and ${scope} = any(${allowed})`;
}

function mayBeToldOfKind(): Prisma.Sql {
  const rows: [string, EventRow][] = Object.entries(EVENTS);
  const conditions = rows.flatMap(([kind, { scope }]) =>
    scope ? [Prisma.sql`(k.kind <> ${kind} or (${mayUse(scope)}))`] : [],
  );
  return Prisma.join(conditions, ' and ');
}
