import { sweepReporterAddresses } from '../src/modules/catalog/index.js';
import { removeUnusedRuns } from '../src/modules/collaboration/index.js';
import {
  deliverLink,
  giveUpNotice,
  maintainSigningKeys,
  sendNotice,
  sweepExports,
  sweepMails,
} from '../src/modules/identity/index.js';
import { Prisma } from '../src/platform/database/generated/client.js';
import { deleteInBatches, inBatches } from '../src/platform/database/in-batches.js';
import type { Platform } from '../src/platform/platform.js';
import type { JobHandler } from '../src/platform/queue/queue.port.js';
import { LIMITS } from '../src/registry/limits.js';
import { createSystemContext } from '../src/request/context.js';

/**
 * Sends one message to a user. If the mail server is down, the run fails and the queue tries again.
 * After the last attempt the message is given up.
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

/** Writes the mail of a link that a user requested. */
export function deliverLinkJob(platform: Platform): JobHandler {
  return {
    async run({ payload }) {
      await deliverLink(platform, payload['linkId'] ?? '');
      return { kind: 'done' };
    },
  };
}

/** Tables whose rows have an end. They are kept for a while, so that a late caller reads that they expired. */
const EXPIRING = [
  'oauth_records',
  'web_sessions',
  'account_links',
  'guess_counts',
  'used_challenges',
];

/**
 * Removes sessions, links in mails, OAuth records, guess counts, answered challenges, and runs of trusted
 * publishers without uploads that expired
 * `expiredRecordsKeptSeconds` ago, old mails, and expired exports. Renews the key that signs ID tokens.
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
      await sweepMails(platform);
      await sweepExports(platform);
      await sweepReporterAddresses(platform);
      await maintainSigningKeys(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}
