import type { AccountExportModel } from '../../../platform/database/generated/models.js';
import type { Platform } from '../../../platform/platform.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { EXPORTS_PREFIX } from '../../../platform/storage/storage.port.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { lockCaller, requireSession } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId, newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { goneObject } from '../../../request/refusals.js';
import { transact } from '../../../request/transact.js';
import { proveOwner } from '../accounts/prove-owner.js';

/** The key of an export's object in the store. Only signed URLs reach it. */
export const exportKey = (id: string): string => `${EXPORTS_PREFIX}${id}`;

/** The latest export of an account, for its page. */
export type LatestExport =
  | { readonly state: 'preparing' | 'failed'; readonly requestedAt: Date }
  | {
      readonly state: 'ready';
      readonly id: string;
      readonly requestedAt: Date;
      readonly sizeBytes: number;
      readonly expiresAt: Date;
    };

/**
 * The viewer's exports. `latest` is null without an export and after its expiry; a failed one
 * stays. `nextAt` is the time of the next allowed request; null without an export, and if the last
 * one failed or is more than a day old. While `latest` is `preparing`, no other export may be
 * requested, even if `nextAt` is null.
 */
export interface ExportStatus {
  readonly latest: LatestExport | null;
  readonly nextAt: Date | null;
}

/** Reads the viewer's latest export. Throws `unauthorized`, `forbidden`. */
export async function readExportStatus(ctx: RequestContext): Promise<ExportStatus> {
  const { userId } = requireSession(ctx);
  const { db, clock } = ctx.platform;
  const row = await db.accountExport.findFirst({
    where: { userId },
    orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }],
  });
  const now = clock.now();
  return { latest: row && presentExport(row, now), nextAt: row && nextAfter(row, now) };
}

function presentExport(row: AccountExportModel, now: Date): LatestExport | null {
  const { id, requestedAt, readyAt, failedAt, sizeBytes, expiresAt } = row;
  if (failedAt) return { state: 'failed', requestedAt };
  if (expiresAt <= now) return null;
  if (!readyAt) return { state: 'preparing', requestedAt };
  return { state: 'ready', id, requestedAt, sizeBytes: Number(sizeBytes), expiresAt };
}

/** A failed export can be requested again at once; else one export a day. */
function nextAfter({ failedAt, requestedAt }: AccountExportModel, now: Date): Date | null {
  if (failedAt) return null;
  const next = new Date(requestedAt.getTime() + LIMITS.exportEverySeconds * 1000);
  return next > now ? next : null;
}

/** Why an export was not requested. */
export type ExportRefusal = 'too_soon' | 'wrong_password';

/**
 * Requests an export of the viewer's data, which a job writes to the store. The export expires
 * `LIMITS.exportKeptSeconds` after the request. The password is not needed after a recent second
 * factor. Returns null, or the reason for a refusal: a wrong password, or another export that is
 * being prepared or was requested in the last day and did not fail. The lock of the account makes
 * concurrent requests see each other. Throws `unauthorized`, `forbidden`, `account_blocked`, and
 * the errors of `proveOwner`.
 */
export async function requestExport(
  ctx: RequestContext,
  password: string,
): Promise<ExportRefusal | null> {
  const { userId } = requireSession(ctx);
  const { clock } = ctx.platform;
  const proof = await proveOwner(ctx, password);
  if (!proof) return 'wrong_password';
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    if (!(await proof.isValid(tx))) return 'wrong_password';
    const now = clock.now();
    const rows = await tx.accountExport.findMany({ where: { userId, expiresAt: { gt: now } } });
    const isRunning = rows.some(({ readyAt, failedAt }) => !readyAt && !failedAt);
    if (isRunning || rows.some((row) => nextAfter(row, now) !== null)) return 'too_soon';
    const id = newId();
    // The time to live begins with the request, so that a lost export is swept too.
    const expiresAt = new Date(now.getTime() + LIMITS.exportKeptSeconds * 1000);
    await tx.accountExport.create({ data: { id, userId, requestedAt: now, expiresAt } });
    await audit(tx, ctx, {
      action: 'user.export_requested',
      targetKind: 'user',
      targetId: userId,
      data: { export_id: id },
    });
    await enqueue(tx, { kind: 'export-account', payload: { exportId: id }, dedupeKey: id });
    return null;
  });
}

/**
 * Reads one of the viewer's exports. Throws `unauthorized`, `forbidden`, `not_found` for an export
 * of another user or one that is not ready, and `gone` after its expiry. After `sweepExports` has
 * removed it, it is `not_found` too.
 */
export async function requireReadyExport(
  ctx: RequestContext,
  id: string,
): Promise<AccountExportModel> {
  const { userId } = requireSession(ctx);
  const { db, clock } = ctx.platform;
  const row = isId(id) ? await db.accountExport.findFirst({ where: { id, userId } }) : null;
  if (!row?.readyAt) throw problem('not_found');
  if (row.expiresAt <= clock.now()) throw goneObject(id);
  return row;
}

/**
 * Signs an address of one of the viewer's exports, valid for at most `LIMITS.exportUrlSeconds`.
 * Returns null for a wrong password, which is not needed after a recent second factor. Throws the
 * errors of `requireReadyExport` and `proveOwner`.
 */
export async function signExport(
  ctx: RequestContext,
  id: string,
  password: string,
): Promise<string | null> {
  const { username } = requireSession(ctx);
  const { clock, storage } = ctx.platform;
  const { expiresAt } = await requireReadyExport(ctx, id);
  if (!(await proveOwner(ctx, password))) return null;
  const now = clock.now();
  const ends = Math.min(expiresAt.getTime(), now.getTime() + LIMITS.exportUrlSeconds * 1000);
  const served = { filename: `modport-${username}.json`, contentType: 'application/json' };
  const { url } = await storage.signGet(exportKey(id), served, new Date(ends));
  return url;
}

/** Exports that one run removes. */
const BATCH = 1_000;

/**
 * Removes the objects and rows of expired exports, at most `BATCH` in one run. A run that stops in
 * between is repeated.
 */
export async function sweepExports({ db, clock, storage }: Platform): Promise<void> {
  const expired = await db.accountExport.findMany({
    where: { expiresAt: { lte: clock.now() } },
    orderBy: { expiresAt: 'asc' },
    take: BATCH,
    select: { id: true },
  });
  for (const { id } of expired) {
    await storage.remove(exportKey(id));
    await db.accountExport.deleteMany({ where: { id } });
  }
}
