import type { Tx } from '../../platform/database/connect.js';
import { Prisma } from '../../platform/database/generated/client.js';
import { problem } from '../../registry/errors.js';
import type { UserViewer } from '../../request/viewer.js';

/** The application that speaks for the viewer; null where the viewer speaks for themselves. */
export function applicationOf({ credential }: UserViewer): string | null {
  return credential.kind === 'oauth' ? credential.clientId : null;
}

/**
 * Whether a subscription is one that the viewer knows of. People know of all of their own, an application of
 * those that it made for them.
 */
export function isKnown(
  viewer: UserViewer,
  { clientId }: { readonly clientId: string | null },
): boolean {
  const application = applicationOf(viewer);
  return application === null || application === clientId;
}

/** The same for queries: nothing, or the condition that subscription `s` is of the application. */
export function ofApplication(viewer: UserViewer): Prisma.Sql {
  const application = applicationOf(viewer);
  return application === null ? Prisma.empty : Prisma.sql`and s.client_id = ${application}`;
}

/**
 * Holds what an application was allowed until its write ends, so that who takes that back at the same time
 * finds what it wrote. Throws `unauthorized` where it was taken back.
 */
export async function holdConsent(tx: Tx, viewer: UserViewer): Promise<void> {
  const application = applicationOf(viewer);
  if (application === null) return;
  const [held] = await tx.$queryRaw<unknown[]>`
    select 1 as one from apps a join app_grants g on g.app_id = a.id
    where a.client_id = ${application} and a.disabled_at is null and a.deleted_at is null
      and g.user_id = ${viewer.userId}::uuid and g.revoked_at is null
    for share of a, g`;
  if (!held) throw problem('unauthorized');
}
