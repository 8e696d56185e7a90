import { z } from 'zod';
import type { Tx } from '../../../platform/database/connect.js';
import { Prisma } from '../../../platform/database/generated/client.js';
import type { ReportState } from '../../../platform/database/generated/enums.js';
import { problem, type RegisteredError, type TextForPeople } from '../../../registry/errors.js';
import { requireModerator } from '../../../request/authorize.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { requireUninvolved } from '../../collaboration/index.js';
import { notifyAboutDecision, type Outcome, type ReporterAddress } from './notify-decision.js';
import { readReport } from './read-reports.js';
import { type ModReport, reportText } from './report.type.js';

/** A decision of a moderator. */
interface Decision {
  /** Whether the report is right. */
  readonly uphold: boolean;
  /** The reason. The team of the mod reads it, unless the report is dismissed. */
  readonly statement: string;
  /** The ETag of the report that the moderator read. */
  readonly expectedEtag?: string | null | undefined;
}

const decisionSchema = z.object({ uphold: z.boolean(), statement: reportText });

/** The states that wait for a decision, each with its outcomes. */
const OUTCOMES = {
  open: { upheld: 'upheld', denied: 'dismissed' },
  appealed: { upheld: 'confirmed', denied: 'overturned' },
} as const satisfies Partial<Record<ReportState, Readonly<Record<'upheld' | 'denied', Outcome>>>>;

/**
 * Decides about an open report or an appeal, with an audit line, and mails the outcome
 * (`notifyAboutDecision`). Removes the address that a reporter without an account left. The mod
 * itself stays as it is. For moderators who are not involved with the mod and did not send the
 * report (`requireUninvolved`). A moderator who decided about a report cannot decide about its
 * appeal. Throws the errors of `requireModerator`, `forbidden` for a moderator who may not decide,
 * `not_found`, `invalid_input`, and `invalid_state` for a report that does not wait. Throws
 * `precondition_failed` if the reporter has changed the report since the moderator read it.
 */
export async function decideReport(
  ctx: RequestContext,
  id: string,
  decision: Decision,
): Promise<ModReport> {
  const { userId } = requireModerator(ctx);
  const { uphold, statement } = checked(decisionSchema, decision);
  const report = await readReport(ctx, id);
  const { state } = report;
  if (state !== 'open' && state !== 'appealed') throw notWaiting();
  if (state === 'appealed' && report.decidedBy?.id === userId) {
    throw problem('forbidden', { detail: ANOTHER_PERSON });
  }
  if ((decision.expectedEtag ?? report.etag) !== report.etag) throw changed(report);
  const next = OUTCOMES[state][uphold ? 'upheld' : 'denied'];
  await transact(ctx, async (tx) => {
    await requireUninvolved(
      ctx,
      tx,
      Prisma.sql`select mod_id, reporter_id, created_at from mod_reports where id = ${id}::uuid`,
    );
    await settle(tx, ctx, { report, state, next, statement, userId });
    const reporterAddress = await takeAddress(tx, id);
    await audit(tx, ctx, {
      action: 'mod_report.decided',
      targetKind: 'mod_report',
      targetId: id,
      data: { mod_id: report.modId, state: next },
    });
    await notifyAboutDecision(tx, ctx, { report, outcome: next, reporterAddress });
  });
  return readReport(ctx, id);
}

/** Removes the address of a reporter without an account, and returns it for the last mail. */
async function takeAddress(tx: Tx, id: string): Promise<ReporterAddress | null> {
  const [row] = await tx.$queryRaw<{ address: string | null; locale: string | null }[]>`
    update mod_reports set reporter_address = null, reporter_locale = null
    from (select reporter_address as address, reporter_locale as locale
      from mod_reports where id = ${id}::uuid) former
    where id = ${id}::uuid
    returning former.address, former.locale`;
  return row?.address ? { address: row.address, locale: row.locale } : null;
}

interface Settlement {
  /** The report as the caller read it. */
  readonly report: ModReport;
  readonly state: keyof typeof OUTCOMES;
  readonly next: Outcome;
  readonly statement: string;
  readonly userId: string;
}

/**
 * The condition lets only one of two concurrent decisions succeed, and none about a report that its
 * reporter has changed in the meantime.
 */
async function settle(
  tx: Tx,
  { platform }: RequestContext,
  { report, state, next, statement, userId }: Settlement,
): Promise<void> {
  const at = platform.clock.now();
  const { id, reason, text } = report;
  const { count } = await tx.modReport.updateMany({
    where: { id, state, reason, text },
    data:
      state === 'open'
        ? { state: next, statement, decidedById: userId, decidedAt: at }
        : {
            state: next,
            appealStatement: statement,
            appealDecidedById: userId,
            appealDecidedAt: at,
          },
  });
  if (count > 0) return;
  throw (await tx.modReport.count({ where: { id, state } })) > 0 ? changed(report) : notWaiting();
}

/** The problem for a report that its reporter has changed. It names no new ETag, so that the moderator reads it again. */
function changed({ id }: ModReport): RegisteredError {
  return problem('precondition_failed', { log: `report ${id} was changed`, detail: CHANGED });
}

function notWaiting(): RegisteredError {
  return problem('invalid_state', { detail: DECIDED });
}

const DECIDED: TextForPeople = {
  en: 'A decision about this report was already made; open the queue again to see the open ones.',
  ru: 'По этой жалобе уже есть решение; откройте очередь заново, чтобы увидеть открытые.',
  de: 'Über diese Meldung ist schon entschieden; öffnen Sie die Liste neu, um die offenen zu sehen.',
};

const CHANGED: TextForPeople = {
  en: 'The report has changed since you read it; read it again before you decide.',
  ru: 'Жалоба изменилась; прочитайте её ещё раз, прежде чем принимать решение.',
  de: 'Die Meldung hat sich inzwischen geändert; lesen Sie sie noch einmal, bevor Sie entscheiden.',
};

const ANOTHER_PERSON: TextForPeople = {
  en: 'You decided about the report, so another moderator has to decide about the appeal.',
  ru: 'Решение по жалобе приняли вы, поэтому апелляцию должен рассмотреть другой модератор.',
  de: 'Sie haben über die Meldung entschieden; über den Einspruch muss ein anderer Moderator entscheiden.',
};
