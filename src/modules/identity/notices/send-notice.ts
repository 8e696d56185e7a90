import { z } from 'zod';
import type { Database } from '../../../platform/database/connect.js';
import type { MailOutcome } from '../../../platform/database/generated/enums.js';
import { MailFailure } from '../../../platform/mail/mail.port.js';
import type { MailCounts } from '../../../platform/metrics.js';
import type { Platform } from '../../../platform/platform.js';
import { LIMITS } from '../../../registry/limits.js';
import { addToken } from '../account-links/link.js';
import { carriesToken, localeOf, renderNotice } from './render-notice.js';

const paramsSchema = z.record(z.string(), z.string());

/**
 * Sends a waiting message. From the first attempt on, no change replaces its values. A message that
 * was handed over but not marked, because the process stopped in between, is sent again with the
 * same Message-ID. A user without a valid address gets none, and no mail carries a link that has
 * ended. A permanent refusal ends the message.
 * Throws MailFailure if a later attempt may succeed.
 */
export async function sendNotice(platform: Platform, mailId: string): Promise<void> {
  const { db, log, mail, publicUrl } = platform;
  const row = await db.mail.findUnique({
    where: { id: mailId },
    include: {
      user: {
        select: { email: true, username: true, displayName: true, locale: true, state: true },
      },
      link: { select: { address: true } },
    },
  });
  if (!row || row.outcome) return;
  const { displayName, own, locale } = recipientOf(row);
  const email = row.link?.address ?? row.address ?? own;
  if (!z.email().safeParse(email).success || email === null) {
    return end(platform, mailId, 'skipped');
  }
  // This marks the attempt, so no change replaces the values any more. The statement returns the
  // latest values.
  const [begun] = await db.mail.updateManyAndReturn({
    where: { id: mailId, outcome: null },
    data: { attempts: { increment: 1 } },
  });
  if (!begun) return;
  const token = begun.linkId === null ? null : await addToken(platform, begun.linkId);
  if (token === null && carriesToken(begun.template)) return end(platform, mailId, 'skipped');
  const language = localeOf(locale);
  const rendered = renderNotice(begun.template, paramsSchema.parse(begun.params), {
    locale: language,
    publicUrl,
    recipient: displayName,
    at: begun.createdAt,
    token,
  });
  const to = { name: displayName, address: email };
  try {
    await mail.send({ ...rendered, id: mailId, to, date: begun.createdAt, language });
  } catch (error) {
    if (!(error instanceof MailFailure) || !error.isPermanent) throw error;
    log.warn({ part: 'mail', mail: mailId, reason: error.message }, 'a message was refused');
    return end(platform, mailId, 'failed');
  }
  await end(platform, mailId, 'sent');
}

/** The recipient of a message. */
interface Recipient {
  readonly displayName: string;
  /** The address of the account. */
  readonly own: string | null;
  readonly locale: string;
}

interface Row {
  readonly locale: string | null;
  readonly user: {
    readonly email: string | null;
    readonly username: string;
    readonly displayName: string;
    readonly locale: string;
    readonly state: string;
  } | null;
}

function recipientOf({ user, locale }: Row): Recipient {
  if (user === null) return { displayName: '', own: null, locale: locale ?? '' };
  // The name of a deleted user is a placeholder.
  if (user.state === 'deleted') {
    return { displayName: user.username, own: null, locale: user.locale };
  }
  return { displayName: user.displayName, own: user.email, locale: user.locale };
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

/** Counts the messages that wait and those that were given up, for the metrics; one statement. */
export async function readMailBacklog(db: Database): Promise<MailCounts> {
  const [row] = await db.$queryRaw<MailCounts[]>`
    select count(*) filter (where outcome is null)::int as waiting,
      count(*) filter (where outcome = 'failed')::int as failed
    from mails where outcome is null or outcome = 'failed'`;
  return row ?? { waiting: 0, failed: 0 };
}

const BATCH = 1_000;
const BATCHES = 100;

/** Deletes the rows of messages that ended 30 days ago, at most 100,000 per run. */
export async function sweepMails({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.mailKeptSeconds * 1000);
  for (let at = 0; at < BATCHES; at += 1) {
    const deleted = await db.$executeRaw`
      delete from mails where id = any(array(
        select id from mails where outcome is not null and ended_at <= ${before}::timestamptz
        limit ${BATCH} for update skip locked))`;
    if (deleted < BATCH) return;
  }
}
