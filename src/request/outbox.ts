import type { Tx } from '../platform/database/connect.js';
import type { Prisma } from '../platform/database/generated/client.js';
import type { EventKind } from '../registry/events.js';
import type { RequestContext } from './context.js';

/** Something that happened to one subject. `data` holds opaque ids and states, no secrets. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly subjectId: string;
  readonly modId?: string;
  readonly userId?: string;
  readonly data: Prisma.InputJsonObject;
}

/** Writes an event in the transaction that made it happen (Spec 6). */
export async function emit(tx: Tx, event: NewEvent): Promise<void> {
  await tx.outboxEvent.create({ data: event });
}

/** One line of the audit log. */
export interface NewAudit {
  readonly action: string;
  readonly targetKind: string;
  /** Null where it is about no single thing. */
  readonly targetId: string | null;
  readonly data?: Prisma.InputJsonObject;
}

/**
 * Writes an audit line, with the actor and the credential, in the same transaction. A keyed write
 * that is only answered again has its line already (Spec 6, upload.accepted).
 */
export async function audit(tx: Tx, ctx: RequestContext, entry: NewAudit): Promise<void> {
  if (ctx.isReplay) return;
  await tx.auditEntry.create({ data: { ...entry, ...actorColumns(ctx) } });
}

/** Who did it, with what, and in which request: ids alone, never a secret (Spec 4.5). */
export function actorColumns({ viewer, request }: RequestContext) {
  const user = viewer.kind === 'user' ? viewer : null;
  return {
    actorId: user?.userId ?? null,
    credentialKind: user?.credential.kind ?? null,
    // An operator presents no credential.
    credentialId: user?.credential.kind === 'operator' ? null : (user?.credential.id ?? null),
    requestId: request.id,
  };
}
