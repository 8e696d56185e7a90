import { Prisma } from '../../../platform/database/generated/client.js';
import type { UserViewer } from '../../../request/viewer.js';

/** The application that acts for the viewer; null if the viewer acts directly. */
export function applicationOf({ credential }: UserViewer): string | null {
  return credential.kind === 'oauth' ? credential.clientId : null;
}

/**
 * Returns whether the viewer may see a subscription. Users see all of their own, an application
 * only those that it created for them.
 */
export function isKnown(
  viewer: UserViewer,
  { clientId }: { readonly clientId: string | null },
): boolean {
  const application = applicationOf(viewer);
  return application === null || application === clientId;
}

/** For queries: empty, or the condition that subscription `s` belongs to the application. */
export function ofApplication(viewer: UserViewer): Prisma.Sql {
  const application = applicationOf(viewer);
  return application === null ? Prisma.empty : Prisma.sql`and s.client_id = ${application}`;
}

/** The token or key whose end also ends a subscription that this viewer creates, or null. */
export function endingWith({ credential: { kind, id } }: UserViewer): string | null {
  return ['pat', 'api_key', 'account_key'].includes(kind) ? id : null;
}
