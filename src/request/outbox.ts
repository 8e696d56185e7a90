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
  readonly targetId: string;
  readonly data?: Prisma.InputJsonObject;
}

/** Writes an audit line, with the actor and the credential, in the same transaction. */
export async function audit(tx: Tx, ctx: RequestContext, entry: NewAudit): Promise<void> {
  const { viewer, request } = ctx;
  const user = viewer.kind === 'user' ? viewer : null;
  await tx.auditEntry.create({
    data: {
      ...entry,
      actorId: user?.userId ?? null,
      credentialKind: user?.credential.kind ?? null,
      credentialId: user?.credential.kind === 'operator' ? null : (user?.credential.id ?? null),
      requestId: request.id,
    },
  });
}
