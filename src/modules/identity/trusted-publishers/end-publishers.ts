import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { Platform } from '../../../platform/platform.js';
import { createSystemContext, type RequestContext } from '../../../request/context.js';
import { auditAll } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { activeCredential } from '../../../request/viewer.js';
import { type CreatedBy, causeOf } from '../created-access/created-by.js';
import { readModTeams } from '../notices/mod-names.js';
import { notifyTeams } from '../notices/notify.js';

/** The workflow of a trusted publisher. */
interface PublisherWorkflow {
  readonly issuer: string;
  readonly repository: string;
  readonly workflow: string;
}

interface Removed extends PublisherWorkflow {
  readonly id: string;
  readonly modId: string;
  /** The owner who configured it. */
  readonly createdById: string;
  readonly credentialId: string | null;
  readonly clientId: string | null;
  /** The username of that owner. */
  readonly actor: string;
}

/** A trusted publisher as messages name it: repository, file of the workflow and host. */
export function publisherName({ issuer, repository, workflow }: PublisherWorkflow): string {
  return `${repository}, ${workflow}, ${new URL(issuer).host}`;
}

/**
 * Removes trusted publishers, so that their tokens stop working and they get no new ones. Writes an
 * audit line for each, and mails the owners of the mods within the limits of `notifyTeams`. Call it
 * in the transaction that ends the applications, tokens, keys or sessions. The number of statements
 * is constant.
 */
export async function removePublishers(tx: Tx, ctx: RequestContext, of: CreatedBy): Promise<void> {
  const removed = await tx.$queryRaw<Removed[]>`
    update trusted_publishers tp set removed_at = ${ctx.platform.clock.now()}::timestamptz
    from users u where u.id = tp.created_by_id and tp.removed_at is null and ${whose(of)}
    returning tp.id, tp.mod_id as "modId", tp.issuer, tp.repository, tp.workflow,
      tp.created_by_id as "createdById", tp.credential_id as "credentialId", tp.client_id as "clientId",
      u.username as actor`;
  if (removed.length === 0) return;
  await auditAll(
    tx,
    ctx,
    removed.map(({ id, modId, issuer, repository, ...creator }) => ({
      action: 'trusted_publisher.removed',
      targetKind: 'mod',
      targetId: modId,
      data: { trusted_publisher_id: id, issuer, repository, ...causeOf(of, creator) },
    })),
  );
  await notifyOwners(tx, ctx, removed);
}

function whose(of: CreatedBy): Prisma.Sql {
  if ('credentialIds' in of) {
    return Prisma.sql`tp.credential_id = any(${[...of.credentialIds]}::uuid[])`;
  }
  if ('sessionsOf' in of) {
    return Prisma.sql`tp.created_by_id = ${of.sessionsOf}::uuid
      and tp.credential_id is null and tp.client_id is null`;
  }
  if ('applicationsOf' in of) {
    return Prisma.sql`tp.created_by_id = ${of.applicationsOf}::uuid and tp.client_id is not null`;
  }
  const { clientIds, userId } = of;
  const owner = userId ? Prisma.sql`and tp.created_by_id = ${userId}::uuid` : Prisma.empty;
  return Prisma.sql`tp.client_id = any(${[...clientIds]}::text[]) ${owner}`;
}

/**
 * Mails the owners of the mods. Publishers of a mod that differ only in environment or ref share a
 * message. A publisher of a former owner causes no message, because it already did not work.
 */
async function notifyOwners(
  tx: Tx,
  ctx: RequestContext,
  removed: readonly Removed[],
): Promise<void> {
  const teams = await readModTeams(tx, [...new Set(removed.map(({ modId }) => modId))]);
  const notices = removed.flatMap((each) => {
    const team = teams.get(each.modId);
    if (!team?.ownerIds.includes(each.createdById)) return [];
    const { names, ownerIds: userIds } = team;
    const publisher = publisherName(each);
    const params = { ...names, change: 'ended' as const, publisher, actor: each.actor };
    return [[`${each.modId} ${publisher}`, { userIds, params }] as const];
  });
  await notifyTeams(tx, ctx, 'trusted_publisher_changed', [...new Map(notices).values()]);
}

const BATCH = 1_000;

/**
 * Removes the trusted publishers of tokens and keys that have ended. One run stops after the token
 * or key with the thousandth publisher. An expiry causes no request, so a job runs this every ten
 * minutes. Such a publisher does not work even before the job removes it.
 */
export async function removeOrphanedPublishers(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const ended = await db.$queryRaw<{ id: string }[]>`
    select id from (
      select c.id, sum(count(*)) over (order by c.id) - count(*) as before
      from trusted_publishers tp join credentials c on c.id = tp.credential_id
      where tp.removed_at is null and not (${activeCredential(clock.now())}) group by c.id) ended
    where before < ${BATCH}`;
  if (ended.length === 0) return;
  const ctx = createSystemContext(platform, 'job sweep-identity');
  const credentialIds = ended.map(({ id }) => id);
  await transact(ctx, (tx) => removePublishers(tx, ctx, { credentialIds }));
}
