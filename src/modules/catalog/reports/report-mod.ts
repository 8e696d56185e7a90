import type { Tx } from '../../../platform/database/connect.js';
import type { Platform } from '../../../platform/platform.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { admit } from '../../../request/admit.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { newId } from '../../../request/ids.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { readVisibleMod } from '../../collaboration/index.js';
import { countMailRequest } from '../../identity/index.js';
import { lockMod } from '../mods/lock-mod.js';
import { type ReportModInput, reportSchema } from './report.type.js';

/**
 * Reports a mod that the viewer can see. A user has one open report of a mod: a second one replaces
 * its reason and text, but not its place in the queue. Only a new report gets an audit line. A
 * reporter without an account may name an address for the outcome. It is kept until the decision,
 * but at most for `LIMITS.reporterAddressSeconds`. Each call counts against the rate limit of
 * reports, and with an address also against that of mails. Throws `invalid_input`, `not_found`,
 * `gone`, `rate_limited`, and `invalid_state` if the mod has too many open reports. Reports by
 * users and reports without an account have separate limits. A report through a token or key counts
 * as one without an account.
 */
export async function reportMod(ctx: RequestContext, input: ReportModInput): Promise<void> {
  const { modId, reason, text, email } = checked(reportSchema, input);
  await admit(ctx, new Map([['reports', 1]]));
  await readVisibleMod(ctx, modId);
  const now = ctx.platform.clock.now();
  const reporterId = reporterOf(ctx);
  const reporterAddress = (reporterId === null && email?.toLowerCase()) || null;
  if (reporterAddress !== null) await countMailRequest(ctx, 'report', reporterAddress);
  const reporterLocale = reporterAddress && ctx.request.locale;
  const report = { modId, reason, text, reporterId, reporterAddress, reporterLocale };
  await transact(ctx, async (tx) => {
    // Concurrent reports of the mod see each other.
    await lockMod(tx, modId);
    if (reporterId !== null) {
      const { count } = await tx.modReport.updateMany({
        where: { modId, reporterId, state: 'open' },
        data: { reason, text },
      });
      if (count > 0) return;
    }
    await requireFewReports(tx, modId, reporterId !== null);
    const { id } = await tx.modReport.create({
      data: { ...report, id: newId(), waitingSince: now, createdAt: now },
    });
    await audit(tx, ctx, {
      action: 'mod_report.created',
      targetKind: 'mod_report',
      targetId: id,
      data: { mod_id: modId, reason },
    });
  });
}

/**
 * The user of a browser session, else null. A program may only have the right to read, so its
 * reports count as those without an account.
 */
function reporterOf({ viewer }: RequestContext): string | null {
  return viewer.kind === 'user' && viewer.credential.kind === 'session' ? viewer.userId : null;
}

/**
 * Throws `invalid_state` if a mod has the maximum of open reports: of those by users if `byUsers`,
 * else of those without an account.
 */
async function requireFewReports(tx: Tx, modId: string, byUsers: boolean): Promise<void> {
  const open = await tx.modReport.count({
    where: { modId, state: 'open', reporterId: byUsers ? { not: null } : null },
  });
  const most = byUsers ? LIMITS.openReportsPerMod : LIMITS.openAnonymousReportsPerMod;
  if (open >= most) throw problem('invalid_state', { detail: ENOUGH });
}

const ENOUGH: TextForPeople = {
  en: 'Many people have already reported this mod, and moderators will look at it; you need not report it again.',
  ru: 'На этот мод уже пожаловались многие, и модераторы его проверят; подавать ещё одну жалобу не нужно.',
  de: 'Viele haben diese Mod schon gemeldet, und die Moderation sieht sie sich an; Sie müssen sie nicht noch einmal melden.',
};

/** Rows of one statement, so that no statement locks many reports. */
const BATCH = 1_000;

/**
 * Removes the address of a reporter without an account from each report that is older than
 * `reporterAddressSeconds`. A decision removes it earlier.
 */
export async function sweepReporterAddresses({ db, clock }: Platform): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.reporterAddressSeconds * 1000);
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await db.$executeRaw`
      update mod_reports set reporter_address = null, reporter_locale = null
      where id = any(array(select id from mod_reports
        where reporter_address is not null and created_at <= ${before}::timestamptz
        limit ${BATCH}))`;
  }
}
