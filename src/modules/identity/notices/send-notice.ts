import { z } from 'zod';
import type { Database } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import { MailOutcome } from '../../../platform/database/generated/enums.js';
import { deleteInBatches } from '../../../platform/database/in-batches.js';
import { MailFailure, type MailMessage } from '../../../platform/mail/mail.port.js';
import type { MailCounts } from '../../../platform/metrics.js';
import type { Platform } from '../../../platform/platform.js';
import type { Locale } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import { addToken } from '../account-links/link.js';
import { carriesToken, localeOf, renderNotice } from './render-notice.js';

const HOUR_MS = 3_600_000;

const paramsSchema = z.record(z.string(), z.string());

/**
 * Sends a waiting message. From the first attempt on, `notify` no longer replaces its values with
 * those of a later change. A message that was handed over but not marked, because the process
 * stopped in between, is sent again with the same Message-ID. A message without a valid address, or
 * whose link has ended, ends as `skipped`. A permanent refusal by the mail server ends it as
 * `failed`. Does nothing for an unknown or ended message. Throws MailFailure if a later attempt may
 * succeed.
 */
export async function sendNotice(platform: Platform, mailId: string): Promise<void> {
  const recipient = await readRecipient(platform.db, mailId);
  if (recipient === null) return;
  const { address, name, locale } = recipient;
  if (!z.email().safeParse(address).success || address === null) {
    return end(platform, mailId, 'skipped');
  }
  // This marks the attempt, so no change replaces the values any more. The statement returns the
  // latest values.
  const [begun] = await platform.db.mail.updateManyAndReturn({
    where: { id: mailId, outcome: null },
    data: { attempts: { increment: 1 } },
  });
  if (!begun) return;
  const token = begun.linkId === null ? null : await addToken(platform, begun.linkId);
  if (token === null && carriesToken(begun.template)) return end(platform, mailId, 'skipped');
  const rendered = renderNotice(begun.template, paramsSchema.parse(begun.params), {
    locale,
    publicUrl: platform.publicUrl,
    recipient: name,
    at: begun.createdAt,
    token,
  });
  const to = { name, address };
  const message = { ...rendered, id: mailId, to, date: begun.createdAt, language: locale };
  await end(platform, mailId, await deliver(platform, message));
}

/** The user, or the reporter without an account, whom a message addresses. */
interface Recipient {
  /** Null if the message has none, and the user has none or is deleted. */
  readonly address: string | null;
  /** Empty for a reporter without an account. */
  readonly name: string;
  readonly locale: Locale;
}

/** Reads the recipient of a waiting message; null if it does not wait. */
async function readRecipient(db: Database, mailId: string): Promise<Recipient | null> {
  const row = await db.mail.findUnique({
    where: { id: mailId },
    include: {
      user: {
        select: { email: true, username: true, displayName: true, locale: true, state: true },
      },
      link: { select: { address: true } },
    },
  });
  if (!row || row.outcome) return null;
  const given = row.link?.address ?? row.address;
  // A reporter without an account.
  if (row.user === null) return { address: given, name: '', locale: localeOf(row.locale ?? '') };
  const { username, displayName, email, locale, state } = row.user;
  const isDeleted = state === 'deleted';
  // The owner of an address that is not verified may be a stranger, who must not read free text of
  // the user.
  const isStranger = row.link !== null && row.link.address !== email;
  return {
    address: given ?? (isDeleted ? null : email),
    // The name of a deleted user is a placeholder.
    name: isDeleted || isStranger ? username : displayName,
    locale: localeOf(locale),
  };
}

/** Hands a message over. Throws MailFailure if a later attempt may succeed. */
async function deliver({ mail, log }: Platform, message: MailMessage): Promise<MailOutcome> {
  try {
    await mail.send(message);
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailFailure) || !error.isPermanent) throw error;
    log.warn(
      { part: 'mail', mail: message.id, reason: error.message },
      'the mail server rejected a message',
    );
    return 'failed';
  }
}

/** Marks a message as failed after its last attempt. */
export async function giveUpNotice(platform: Platform, mailId: string): Promise<void> {
  await end(platform, mailId, 'failed');
}

async function end({ db, clock }: Platform, id: string, outcome: MailOutcome): Promise<void> {
  await db.mail.updateMany({
    where: { id, outcome: null },
    // The address has no further use, and may belong to an account that is deleted.
    data: { outcome, endedAt: clock.now(), address: null },
  });
}

/**
 * Counts the messages that wait, those that failed and are still stored (30 days), and those that
 * failed within the last hour. One statement.
 */
export async function readMailBacklog(db: Database, now: Date): Promise<MailCounts> {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const [row] = await db.$queryRaw<MailCounts[]>`
    select count(*) filter (where outcome is null)::int as waiting,
      count(*) filter (where outcome = 'failed')::int as failed,
      count(*) filter (where outcome = 'failed' and ended_at > ${hourAgo}::timestamptz)::int
        as failed_last_hour
    from mails where outcome is null or outcome = 'failed'`;
  return row ?? { waiting: 0, failed: 0, failed_last_hour: 0 };
}

/**
 * Deletes the rows of messages that ended at least 30 days ago. Rows that are left after 30 seconds
 * for one outcome stay until the next run (`inBatches`).
 */
export async function sweepMails({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.mailKeptSeconds * 1000);
  // One deletion for each outcome: the index on `outcome` and `ended_at` leads to its old rows.
  for (const outcome of Object.values(MailOutcome)) {
    const old = Prisma.sql`
      outcome = ${outcome}::"MailOutcome" and ended_at <= ${before}::timestamptz`;
    await deleteInBatches(db, 'mails', old);
  }
}
