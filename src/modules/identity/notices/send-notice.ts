import { z } from 'zod';
import type { MailOutcome } from '../../../platform/database/generated/enums.js';
import { MailFailure } from '../../../platform/mail/mail.port.js';
import type { Platform } from '../../../platform/platform.js';
import { localeOf, renderNotice } from './render-notice.js';

const paramsSchema = z.record(z.string(), z.string());

/**
 * Sends a waiting message. A message that was handed over but not marked, because the process
 * stopped in between, is sent again with the same Message-ID. Throws MailFailure if a later attempt
 * may succeed.
 */
export async function sendNotice(platform: Platform, mailId: string): Promise<void> {
  const { db, log, mail, publicUrl } = platform;
  const row = await db.mail.findUnique({
    where: { id: mailId },
    include: { user: { select: { email: true, displayName: true, locale: true, state: true } } },
  });
  if (!row || row.outcome) return;
  const { email, displayName, locale, state } = row.user;
  if (!z.email().safeParse(email).success || email === null || state === 'deleted') {
    return end(platform, mailId, 'skipped');
  }
  // This marks the attempt, so no change replaces the values any more. The statement returns the
  // latest values.
  const [begun] = await db.mail.updateManyAndReturn({
    where: { id: mailId, outcome: null },
    data: { attempts: { increment: 1 } },
  });
  if (!begun) return;
  const language = localeOf(locale);
  const rendered = renderNotice(begun.template, paramsSchema.parse(begun.params), {
    ...{ locale: language, publicUrl, recipient: displayName, at: begun.createdAt },
  });
  const to = { name: displayName, address: email };
  try {
    await mail.send({ ...rendered, ...{ id: mailId, to, date: begun.createdAt, language } });
  } catch (error) {
    if (!(error instanceof MailFailure) || !error.isPermanent) throw error;
    log.warn({ part: 'mail', mail: mailId, reason: error.message }, 'a message was refused');
    return end(platform, mailId, 'failed');
  }
  await end(platform, mailId, 'sent');
}

/** Marks a message as failed after its last attempt. */
export async function giveUpNotice(platform: Platform, mailId: string): Promise<void> {
  await end(platform, mailId, 'failed');
}

async function end({ db, clock }: Platform, id: string, outcome: MailOutcome): Promise<void> {
  await db.mail.updateMany({
    where: { id, outcome: null },
    data: { outcome, endedAt: clock.now() },
  });
}
