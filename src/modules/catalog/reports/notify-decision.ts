import type { Tx } from '../../../platform/database/connect.js';
import type { ReportState } from '../../../platform/database/generated/enums.js';
import type { RequestContext } from '../../../request/context.js';
import { localeOf, notify, notifyAddress, ownersOf } from '../../identity/index.js';
import type { ModReport } from './report.type.js';

/** A state that a decision leads to. */
export type Outcome = Exclude<ReportState, 'open' | 'appealed'>;

/** A report and its decision. */
interface DecidedReport {
  readonly report: ModReport;
  readonly outcome: Outcome;
  /** The address of a reporter without an account, if they left one. */
  readonly reporterAddress: ReporterAddress | null;
}

/** The address of a reporter without an account, and the language of the mail to it. */
export interface ReporterAddress {
  readonly address: string;
  /** Null if it was not stored. Then the mail is in English. */
  readonly locale: string | null;
}

/**
 * Writes the mails about a decision in its transaction. The worker sends them after the commit. The
 * reporter learns whether a moderator agreed, but nothing of an appeal. The owners of the mod learn
 * only of an upheld report, and of the decision about their appeal. After the deletion of the mod
 * they get no mail, because they can neither read the decision nor appeal.
 */
export async function notifyAboutDecision(
  tx: Tx,
  ctx: RequestContext,
  { report, outcome, reporterAddress }: DecidedReport,
): Promise<void> {
  const title = titleOf(report);
  if (reporterAddress && (outcome === 'upheld' || outcome === 'dismissed')) {
    const locale = localeOf(reporterAddress.locale ?? '');
    const params = { outcome, title };
    await notifyAddress(tx, ctx, {
      address: reporterAddress.address,
      locale,
      template: 'report_outcome',
      params,
    });
  }
  if (report.reporter && (outcome === 'upheld' || outcome === 'dismissed')) {
    await notify(tx, ctx, {
      userIds: [report.reporter.id],
      template: 'report_decided',
      params: { outcome, title },
    });
  }
  if (outcome === 'dismissed') return;
  const mod = await tx.mod.findUnique({ where: { id: report.modId }, select: { state: true } });
  if (mod?.state === 'deleted') return;
  await notify(tx, ctx, {
    userIds: await ownersOf(tx, report.modId),
    template: 'mod_report_upheld',
    params: { outcome, reason: report.reason, title, report: report.id },
  });
}

function titleOf({ modTitle, modSlug }: ModReport): string {
  return modTitle['en'] ?? Object.values(modTitle)[0] ?? modSlug;
}
