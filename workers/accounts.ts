import {
  deleteAccount,
  giveUpExport,
  listAbandoned,
  listDueDeletions,
  settleDeletion,
  writeExport,
} from '../src/modules/identity/index.js';
import { endSubscriptionsOf } from '../src/modules/integrations/index.js';
import { settleMods } from '../src/modules/publishing/index.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { createSystemContext } from '../src/request/context.js';

/** Writes the export of one account; after the last failed attempt its owner may request another. */
export function exportAccountJob(platform: Platform): JobHandler {
  return {
    async run({ payload, signal }) {
      await writeExport(platform, payload['exportId'] ?? '', signal);
      return { kind: 'done' };
    },
    async exhausted({ payload }) {
      await giveUpExport(platform, payload['exportId'] ?? '');
      return { kind: 'done' };
    },
  };
}

/**
 * Deletes the accounts that are due, and abandoned ones. The first step of each is the deletion itself; a later run
 * continues with the rest after a crash. One account that fails does not stop the others.
 */
export function deleteAccountsJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const ctx = createSystemContext(platform, `job ${job.id}`);
      const failures: unknown[] = [];
      for (const { userId, removesMods } of await listDueDeletions(platform)) {
        job.signal.throwIfAborted();
        try {
          if (!(await deleteAccount(ctx, userId))) continue;
          await settleMods(ctx, { userId, removesMods });
          await endSubscriptionsOf(ctx, userId);
          await settleDeletion(platform, userId);
        } catch (error) {
          failures.push(error);
        }
      }
      for (const userId of await listAbandoned(platform)) {
        job.signal.throwIfAborted();
        await deleteAccount(ctx, userId, 'abandoned').catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some accounts were not deleted');
      return { kind: 'done' };
    },
  };
}
