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
import type { Database } from '../src/platform/database/connect.js';
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

/** The rows that one statement removes, so that it blocks no table for long. */
const BATCH_ROWS = 1_000;
/** The batches of one run; the next run continues. */
const BATCHES_MAX = 100;

type RemoveBatch = (db: Database, before: Date) => Promise<number>;

/**
 * Expired OAuth records. They are kept for a while, so that a late caller reads that they expired.
 */
const removeRecords: RemoveBatch = (db, before) => db.$executeRaw`
  delete from oauth_records where ctid = any (array(
    select ctid from oauth_records where expires_at <= ${before}::timestamptz limit ${BATCH_ROWS}))`;

const removeSessions: RemoveBatch = (db, before) => db.$executeRaw`
  delete from web_sessions where ctid = any (array(
    select ctid from web_sessions where expires_at <= ${before}::timestamptz limit ${BATCH_ROWS}))`;

const removeGuesses: RemoveBatch = (db, before) => db.$executeRaw`
  delete from guess_counts where ctid = any (array(
    select ctid from guess_counts where expires_at <= ${before}::timestamptz limit ${BATCH_ROWS}))`;

const removeLinks: RemoveBatch = (db, before) => db.$executeRaw`
  delete from account_links where ctid = any (array(
    select ctid from account_links where expires_at <= ${before}::timestamptz limit ${BATCH_ROWS}))`;

const removeChallenges: RemoveBatch = (db, before) => db.$executeRaw`
  delete from used_challenges where ctid = any (array(
    select ctid from used_challenges where expires_at <= ${before}::timestamptz limit ${BATCH_ROWS}))`;

const removeRuns: RemoveBatch = (db, before) => removeUnusedRuns(db, before, BATCH_ROWS);

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
      for (const remove of [
        removeRecords,
        removeSessions,
        removeLinks,
        removeGuesses,
        removeChallenges,
        removeRuns,
      ]) {
        await removeAll(platform.db, remove, before);
      }
      await sweepMails(platform);
      await sweepExports(platform);
      await sweepReporterAddresses(platform);
      await maintainSigningKeys(createSystemContext(platform, `job ${job.id}`));
      return { kind: 'done' };
    },
  };
}

async function removeAll(db: Database, remove: RemoveBatch, before: Date): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    if ((await remove(db, before)) < BATCH_ROWS) return;
  }
}
