import { Prisma } from '../../../platform/database/generated/client.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { applicationOf, ofApplication } from './of-application.js';
import { withinReach } from './own-subscription.js';
import { presentSubscription, type ShownSubscription } from './present-subscription.js';
import type { WebhookSubscription } from './webhook.type.js';

/**
 * The viewer's own subscriptions, newest first, including disabled ones; never a secret. A
 * credential limited to some mods sees only subscriptions within them. Spec 4.9. Throws
 * `invalid_input`.
 */
export async function listSubscriptions(
  ctx: RequestContext,
  page: PageInput,
): Promise<Page<WebhookSubscription>> {
  const viewer = requireUser(ctx);
  const { userId, credential } = viewer;
  const rows = await readPage(ctx, page, {
    context: {
      resource: 'webhook-subscriptions',
      sort: 'created',
      filters: {
        ...{ viewer: userId, application: applicationOf(viewer) },
        credential: credential.modIds && credential.id,
      },
    },
    read: ({ snapshot, after }, limit) =>
      ctx.platform.db.$queryRaw<(ShownSubscription & SnapshotRow)[]>`
        select s.id, s.url, s.event_kinds as "eventKinds", s.description, s.state::text,
          s.disabled_reason::text as "disabledReason", s.credential_id as "credentialId",
          s.limited, s.mod_ids as "modIds", s.exhausted_in_a_row as "exhaustedInARow",
          s.previous_until as "previousUntil", s.created_at as "createdAt",
          s.updated_at as "updatedAt", s.revision, ${SNAPSHOT}
        from webhook_subscriptions s
        where s.owner_id = ${userId}::uuid and s.state <> 'deleted' ${ofApplication(viewer)}
          ${withinReach(viewer)}
          and ${committed(Prisma.sql`s.born_in`, snapshot)}
          ${after ? Prisma.sql`and (s.created_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : Prisma.empty}
        order by s.created_at desc, s.id desc limit ${limit}`,
    keysOf: (row) => [row.createdAt.toISOString(), row.id],
  });
  return mapPage(
    rows,
    rows.items.map((row) => presentSubscription(ctx.platform, row)),
  );
}
