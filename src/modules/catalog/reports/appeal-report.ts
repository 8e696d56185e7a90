import { z } from 'zod';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';
import { readDecision } from './read-reports.js';
import { type ReportDecision, reportText } from './report.type.js';

/**
 * Appeals against an upheld report of a mod, once, for its owners and maintainers. The report
 * returns to the queue, with an audit line. Throws the errors of `readDecision`, `invalid_input`,
 * and `invalid_state` after the first appeal or the end of the time for it.
 */
export async function appealReport(
  ctx: RequestContext,
  id: string,
  text: string,
): Promise<ReportDecision> {
  const { modId, appealUntil } = await readDecision(ctx, id);
  const { text: appeal } = checked(z.object({ text: reportText }), { text });
  const now = ctx.platform.clock.now();
  if (appealUntil === null || appealUntil <= now) {
    throw problem('invalid_state', { detail: NO_APPEAL });
  }
  await transact(ctx, async (tx) => {
    // The condition lets only one of two concurrent appeals succeed.
    const count = await tx.$executeRaw`
      update mod_reports set state = 'appealed', appeal = ${appeal},
        waiting_since = ${now}::timestamptz, queued_in = pg_current_xact_id()
      where id = ${id}::uuid and state = 'upheld'`;
    if (count === 0) throw problem('invalid_state', { detail: NO_APPEAL });
    await audit(tx, ctx, {
      action: 'mod_report.appealed',
      targetKind: 'mod_report',
      targetId: id,
      data: { mod_id: modId },
    });
  });
  return readDecision(ctx, id);
}

const NO_APPEAL: TextForPeople = {
  en: 'You can appeal once, within 180 days of the decision; here the time is over, or there was an appeal already.',
  ru: 'Апелляцию можно подать один раз, в течение 180 дней после решения; по этой жалобе срок истёк, или апелляция уже была.',
  de: 'Sie können einmal Einspruch einlegen, innerhalb von 180 Tagen nach der Entscheidung; hier ist die Frist abgelaufen, oder es gab schon einen Einspruch.',
};
