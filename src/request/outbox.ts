import { systemClock } from '../platform/clock.js';
import { insertOf } from '../platform/database/columns.js';
import type { Tx } from '../platform/database/connect.js';
import { Prisma } from '../platform/database/generated/client.js';
import { PREPARED } from '../platform/database/queries.js';
import type { EventKind } from '../registry/events.js';
import type { RequestContext } from './context.js';
import { newId } from './ids.js';
import type { CredentialKind } from './viewer.js';

/** An event about one subject. `data` holds opaque ids and states, no secrets. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly subjectId: string;
  /** The mod whose team receives the event; then `userId` does not count. */
  readonly modId?: string;
  /** The account that receives an event without a mod. Without both, no subscription gets it. */
  readonly userId?: string;
  readonly data: Prisma.InputJsonObject;
}

/** Writes an event in the transaction that causes it (Spec 6). */
export async function emit(tx: Tx, event: NewEvent): Promise<void> {
  const { kind, subjectId, modId = null, userId = null, data } = event;
  const row = { id: newId(), kind, subjectId, modId, userId, data: JSON.stringify(data) };
  await insertOne(tx, 'outbox_events', { ...row, occurredAt: systemClock.now() });
}

/** Writes many events in one statement. */
export async function emitAll(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await tx.outboxEvent.createMany({ data: [...events] });
}

/** One line of the audit log. */
export interface NewAudit {
  readonly action: string;
  readonly targetKind: string;
  /** Null if the action has no single target. */
  readonly targetId: string | null;
  readonly data?: Prisma.InputJsonObject;
}

/**
 * Writes an audit line with the actor and the credential, in the same transaction. Writes nothing
 * for a replay, which already has its line (Spec 6, upload.accepted).
 */
export async function audit(tx: Tx, ctx: RequestContext, entry: NewAudit): Promise<void> {
  if (!ctx.isReplay) await auditAs(tx, actorColumns(ctx), entry);
}

/**
 * The row of an audit line of the viewer, for a statement that also does the write. Its JSON is
 * text. Throws for a replay.
 */
export function auditRow(ctx: RequestContext, entry: NewAudit) {
  if (ctx.isReplay) throw new Error(`a replay writes no audit line: ${entry.action}`);
  return auditRowOf(actorColumns(ctx), entry);
}

function auditRowOf(actor: AuditActor, { action, targetKind, targetId, data = {} }: NewAudit) {
  const entry = { id: newId(), action, targetKind, targetId, data: JSON.stringify(data) };
  return { ...entry, ...actor, at: systemClock.now() };
}

/** Almost every write inserts such rows, so they bypass Prisma's models. */
async function insertOne(
  tx: Tx,
  table: 'audit_entries' | 'outbox_events',
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.$executeRaw`${PREPARED} ${insertOf(table, row, Prisma.sql`(select) one`)}`;
}

/** Writes many audit lines in one statement. Writes nothing for a replay. */
export async function auditAll(
  tx: Tx,
  ctx: RequestContext,
  entries: readonly NewAudit[],
): Promise<void> {
  if (ctx.isReplay) return;
  const actor = actorColumns(ctx);
  await tx.auditEntry.createMany({ data: entries.map((entry) => ({ ...entry, ...actor })) });
}

/**
 * The user, credential and request of an audit line: ids only, never a secret (Spec 4.5).
 * `requestId` is null for work outside a request, and the other members are null without a user or
 * a credential.
 */
export interface AuditActor {
  readonly actorId: string | null;
  readonly credentialKind: CredentialKind | null;
  readonly credentialId: string | null;
  readonly requestId: string | null;
}

/** Writes an audit line for an actor other than the viewer, or if there is no viewer. */
export async function auditAs(tx: Tx, actor: AuditActor, entry: NewAudit): Promise<void> {
  await insertOne(tx, 'audit_entries', auditRowOf(actor, entry));
}

/** The actor columns of an audit line for the viewer. An operator may act without an account. */
export function actorColumns({ viewer, request }: RequestContext): AuditActor {
  const requestId = request.id;
  if (viewer.kind === 'anonymous') {
    const credentialKind = viewer.isOperator ? 'operator' : null;
    return { actorId: null, credentialKind, credentialId: null, requestId };
  }
  const { kind, id } = viewer.credential;
  // An operator who acts for an account presents no credential.
  const credentialId = kind === 'operator' ? null : id;
  return { actorId: viewer.userId, credentialKind: kind, credentialId, requestId };
}
