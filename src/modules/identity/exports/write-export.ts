import type { Platform } from '../../../platform/platform.js';
import { ObjectExists, type ObjectHead } from '../../../platform/storage/storage.port.js';
import { createSystemContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { notify } from '../notices/notify.js';
import { exportKey } from './account-exports.js';
import { exportText } from './export-text.js';

/**
 * Writes a requested export to the store, and mails its owner. A run after a crash finds the row
 * still unfinished. It uses the object of an earlier run: the store shows only complete objects.
 * Removes the object if the export has failed or expired meanwhile, for example because its account
 * was deleted. Throws the reason of an aborted `signal`, and the errors of the store; then the job
 * runs again.
 */
export async function writeExport(
  platform: Platform,
  exportId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, storage } = platform;
  const waiting = { id: exportId, readyAt: null, failedAt: null };
  const row = await db.accountExport.findFirst({
    where: { ...waiting, expiresAt: { gt: clock.now() } },
  });
  const key = exportKey(exportId);
  const head = row ? await put(platform, key, { userId: row.userId, signal }) : null;
  const ctx = createSystemContext(platform, 'job export-account');
  const isDone = await transact(ctx, async (tx) => {
    const [done] = await tx.accountExport.updateManyAndReturn({
      where: { ...waiting, expiresAt: { gt: clock.now() } },
      data: { readyAt: clock.now(), sizeBytes: head?.sizeBytes ?? 0 },
    });
    if (!done) return false;
    const { userId } = done;
    await audit(tx, ctx, { action: 'user.exported', targetKind: 'user', targetId: userId });
    await notify(tx, ctx, { userIds: [userId], template: 'export_ready', params: {} });
    return true;
  });
  if (isDone) return;
  const isReady = await db.accountExport.count({
    where: { id: exportId, readyAt: { not: null }, expiresAt: { gt: clock.now() } },
  });
  if (isReady === 0) await storage.remove(key);
}

async function put(
  platform: Platform,
  key: string,
  { userId, signal }: { readonly userId: string; readonly signal: AbortSignal },
): Promise<ObjectHead | null> {
  const { storage } = platform;
  try {
    return await storage.put(key, exportText(platform, userId, signal), 'application/json');
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error;
    return storage.head(key);
  }
}

/** Marks an export as failed after the last attempt, so that its owner can request another one. */
export async function giveUpExport({ db, clock }: Platform, exportId: string): Promise<void> {
  await db.accountExport.updateMany({
    where: { id: exportId, readyAt: null, failedAt: null },
    data: { failedAt: clock.now() },
  });
}
