import { Prisma } from '../../../platform/database/generated/client.js';
import { EVENTS, type EventRow, TEST_EVENT } from '../../../registry/events.js';
import { isSensitive, type Scope } from '../../../registry/scopes.js';
import { activeCredential } from '../../../request/viewer.js';
import { readersOf } from '../../collaboration/index.js';

/**
 * The eligible pairs of `event_id` and `subscription_id`, in which the owner of the subscription
 * may see the event now. It is a subquery over a relation with the columns of `outbox_events`. The
 * caller checks whether the subscription selects the kind of the event. Rules:
 * - A disabled subscription receives nothing.
 * - Account events go to the account's own subscriptions, except those limited to some mods.
 * - Mod events go to team members who can read drafts. Of a deleted mod, they get only
 *   `mod.updated`, which the deletion emits.
 * - A subscription limited to some mods receives no events of other mods, but does receive its own
 *   test event.
 * - A blocked account receives nothing.
 * - A subscription of an application receives nothing after the account revoked its approval, while
 *   it is disabled, after its deletion, and without the scope `webhooks:write`.
 * - A subscription of an application receives no kind of event whose scope the application lacks.
 * - A subscription of an ended token or key receives nothing.
 */
export function eligibleSubscriptions(events: Prisma.Sql, now: Date): Prisma.Sql {
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
        select from credentials c where c.id = s.credential_id and ${activeCredential(now)}))
      and (not s.limited or k.kind = ${TEST_EVENT} or (k.mod_id is not null and k.mod_id = any(s.mod_ids)))
      and (s.client_id is null or exists (
        select from app_grants g join apps a on a.id = g.app_id
        where a.client_id = s.client_id and g.user_id = s.owner_id and g.revoked_at is null
          and ${mayUse('webhooks:write')} and ${mayReceiveKind()}
          and a.disabled_at is null and a.deleted_at is null))`;
}

/** The SQL condition that application `a` has a scope by approval `g`, and may still have it. */
function mayUse(scope: Scope): Prisma.Sql {
  const allowed = isSensitive(scope) ? Prisma.sql`a.approved_scopes` : Prisma.sql`a.scopes`;
  return Prisma.sql`${scope} = any(g.scopes) and ${scope} = any(${allowed})`;
}

function mayReceiveKind(): Prisma.Sql {
  const rows: [string, EventRow][] = Object.entries(EVENTS);
  const conditions = rows.flatMap(([kind, { scope }]) =>
    scope ? [Prisma.sql`(k.kind <> ${kind} or (${mayUse(scope)}))`] : [],
  );
  return Prisma.join(conditions, ' and ');
}
