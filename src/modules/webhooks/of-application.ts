import { Prisma } from '../../platform/database/generated/client.js';
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

/** The token or key that a subscription ends with if this viewer makes it; null if it ends with none. */
export function endingWith({ credential: { kind, id } }: UserViewer): string | null {
  return ['pat', 'api_key', 'account_key'].includes(kind) ? id : null;
}
