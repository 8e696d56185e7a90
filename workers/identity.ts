import { sweepReporterAddresses } from '../src/modules/catalog/index.js';
import { removeUnusedRuns } from '../src/modules/collaboration/index.js';
import {
  deleteAccount,
  deliverLink,
  giveUpExport,
  giveUpNotice,
  listAbandoned,
  listDueDeletions,
  maintainSigningKeys,
  raiseAppAccess,
  removeOrphanedPublishers,
  sendNotice,
  settleDeletion,
  sweepExports,
  sweepMails,
  writeExport,
} from '../src/modules/identity/index.js';
import { deleteSubscriptionsOf } from '../src/modules/integrations/index.js';
import { settleMods } from '../src/modules/publishing/index.js';
import { Prisma } from '../src/platform/database/generated/client.js';
import { deleteInBatches, inBatches } from '../src/platform/database/in-batches.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Sends one message, to a user or to a reporter without an account. If the mail server is down, the
 * run fails and the queue tries again. After the last attempt the message is given up.
 */
export function sendMailJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await sendNotice(platform, payload['mailId'] ?? '');
      return { kind: 'done' };
    },
    async exhausted({ payload }) {
      await giveUpNotice(platform, payload['mailId'] ?? '');
      return { kind: 'done' };
    },
  };
}

/** Queues the mail of a link that a user requested (`deliverLink`). `sendMailJob` sends it. */
export function deliverLinkJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await deliverLink(platform, payload['linkId'] ?? '');
      return { kind: 'done' };
    },
  };
}

/** Raises the access revisions of some users of an application (`raiseAppAccess`). */
export function raiseAppAccessJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await raiseAppAccess(platform, { appId: payload['appId'] ?? '', after: payload['after'] });
      return { kind: 'done' };
    },
  };
}

/**
 * Writes the export of one account. After the last failed attempt it is given up, and its owner may
 * request another.
 */
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
 * Deletes the accounts that are due, and abandoned ones. The first step for each account is the
 * deletion itself; after a crash, a later run continues with the rest. A failure for one account
 * does not stop the others. The job fails at the end if there was one.
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
          await deleteSubscriptionsOf(ctx, userId);
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

/**
 * Tables whose rows have an end. They are kept for a while, so that a late caller reads that they
 * expired.
 */
const EXPIRING = [
  'oauth_records',
  'web_sessions',
  'account_links',
  'guess_counts',
  'used_challenges',
];

/**
 * Removes these records `expiredRecordsKeptSeconds` after they expired: sessions, links in mails,
 * OAuth records, guess counts, answered challenges, and runs of trusted publishers without uploads.
 *
 * Also removes trusted publishers of ended tokens and keys, old mails, expired exports and old
 * addresses of reporters. Renews the key that signs ID tokens.
 */
export function sweepIdentityJob(platform: Platform): JobHandler {
  return {
    async run(job) {
      const before = new Date(
        platform.clock.now().getTime() - LIMITS.expiredRecordsKeptSeconds * 1000,
      );
      const { db } = platform;
      for (const table of EXPIRING) {
        const expired = Prisma.sql`expires_at <= ${before}::timestamptz`;
        await deleteInBatches(db, table, expired, job.signal);
      }
      await inBatches((rows) => removeUnusedRuns(db, before, rows), job.signal);
      await removeOrphanedPublishers(platform);
      await sweepMails(platform);
      await sweepExports(platform);
      await sweepReporterAddresses(platform);
      await maintainSigningKeys(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
