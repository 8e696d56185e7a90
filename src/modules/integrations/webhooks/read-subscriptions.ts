import type { Clock } from '../../../platform/clock.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { WebhookSubscriptionModel } from '../../../platform/database/generated/models.js';
import { committed, SNAPSHOT, type SnapshotRow } from '../../../platform/database/snapshot.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { missing } from '../../../request/missing.js';
import { mapPage, type Page, type PageInput, readPage } from '../../../request/page.js';
import { etagOf } from '../../../request/validator.js';
import { applicationOf, type UserViewer } from '../../../request/viewer.js';
import { resourceGrantsOf } from '../../identity/index.js';
import type { WebhookSubscription } from './webhook.type.js';

/**
 * Returns whether the viewer may see a subscription. Users see all of their own, an application
 * only those that it created for them.
 */
function isKnown(viewer: UserViewer, { clientId }: { readonly clientId: string | null }): boolean {
  const application = applicationOf(viewer);
  return application === null || application === clientId;
}

/** For queries: empty, or the condition that subscription `s` belongs to the application. */
export function ofApplication(viewer: UserViewer): Prisma.Sql {
  const application = applicationOf(viewer);
  return application === null ? Prisma.empty : Prisma.sql`and s.client_id = ${application}`;
}

/**
 * An existing subscription of the viewer. Throws `unauthorized`, `not_found` if it is unknown or
 * belongs to another user or application, and `gone` if it was deleted. Throws
 * `resource_scope_denied` if it has more mods than the credential covers.
 */
export async function readOwnSubscription(
  ctx: RequestContext,
  id: string,
): Promise<WebhookSubscriptionModel> {
  const viewer = requireUser(ctx);
  if (!isId(id)) throw problem('not_found');
  const row = await ctx.platform.db.webhookSubscription.findFirst({
    where: { id, ownerId: viewer.userId },
  });
  if (row && !isKnown(viewer, row)) throw problem('not_found');
  if (!row || row.state === 'deleted') throw await missing(ctx, id);
  requireReach(viewer, row);
  return row;
}

/** Throws `resource_scope_denied` if a subscription has more mods than the credential covers. */
export function requireReach(
  { credential }: UserViewer,
  subscription: Pick<WebhookSubscriptionModel, 'limited' | 'modIds'>,
): void {
  const { modIds } = credential;
  if (modIds === null) return;
  if (subscription.limited && subscription.modIds.every((id) => modIds.includes(id))) return;
  throw subscriptionOutOfReach();
}

/** For lists: empty, or the condition that the credential covers all of subscription `s`. */
export function withinReach({ credential }: UserViewer): Prisma.Sql {
  const { modIds } = credential;
  return modIds ? Prisma.sql`and s.limited and s.mod_ids <@ ${[...modIds]}::uuid[]` : Prisma.empty;
}

/** The public columns of a row, without its secrets. */
type ShownSubscription = Omit<
  WebhookSubscriptionModel,
  'secret' | 'previousSecret' | 'clientId' | 'ownerId'
>;

/** A subscription for its owner, without its secrets. */
export function presentSubscription(
  { clock }: { readonly clock: Clock },
  row: ShownSubscription,
): WebhookSubscription {
  const { previousUntil } = row;
  return {
    id: row.id,
    url: row.url,
    eventKinds: row.eventKinds,
    description: row.description,
    state: row.state,
    disabledReason: row.state === 'disabled' ? row.disabledReason : null,
    credentialId: row.credentialId,
    resourceGrants: resourceGrantsOf(row.limited ? row.modIds : null),
    exhaustedInARow: row.exhaustedInARow,
    previousSecretUntil: previousUntil && previousUntil > clock.now() ? previousUntil : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    etag: etagOf(row.id, row.revision),
  };
}

/**
 * Returns one subscription of the viewer, without its secret. Throws the errors of
 * `readOwnSubscription`.
 */
export async function getSubscription(
  ctx: RequestContext,
  id: string,
): Promise<WebhookSubscription> {
  return presentSubscription(ctx.platform, await readOwnSubscription(ctx, id));
}

/**
 * The viewer's own subscriptions, newest first, including disabled ones; never a secret. A
 * credential limited to some mods sees only subscriptions within them. Spec 4.9. Throws
 * `unauthorized`, and the errors of `readPage`.
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
        viewer: userId,
        application: applicationOf(viewer),
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

function subscriptionOutOfReach(): RegisteredError {
  return problem('resource_scope_denied', {
    detail: {
      en: 'The subscription covers mods that your credential does not; use a credential for all mods of the subscription.',
      ru: 'Подписка охватывает моды, на которые ваши учётные данные не распространяются; используйте данные для всех модов подписки.',
      de: 'Das Abonnement umfasst Mods, für die Ihre Zugangsdaten nicht gelten; verwenden Sie Zugangsdaten für alle Mods des Abonnements.',
    },
  });
}
