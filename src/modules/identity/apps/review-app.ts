import type { AppModel } from '../../../platform/database/generated/models.js';
import { problem, type RegisteredError } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { revisionOf, stale } from '../../../request/validator.js';
import type { App, ReviewAppInput } from './app.type.js';
import { readApp, readOthersApp } from './app-access.js';
import { noReviewPending } from './app-refusals.js';
import { requestableScopes, unreviewedScopes } from './app-scopes.js';
import { changeApp } from './change-app.js';
import { presentApp } from './read-apps.js';

/**
 * Ends the review of an application in the state that the reviewer saw, and records the decision
 * (`recordApp`). For admins. Spec 5.3: each decision requires a recent second factor. The present
 * `approvedScopes` stay in any case. Scopes that `reviewAfter` suspended are not among them, so
 * they wait for this review. Throws:
 * - the errors of `requireAdmin`, `forbidden` also for an application of the viewer,
 *   `step_up_required`
 * - `not_found`, `gone`
 * - `invalid_input` for a rejection without a note, a note that is too long, or an approval with an
 *   empty `approvedScopes`
 * - `invalid_scope` for unknown scopes and scopes that do not wait for this review
 * - `invalid_state_transition` if no review is pending
 * - `precondition_failed` if the application was changed or another reviewer was faster
 */
export async function reviewApp(
  ctx: RequestContext,
  id: string,
  input: ReviewAppInput,
  expectedEtag: string,
): Promise<App> {
  const { userId } = requireAdmin(ctx);
  requireStepUp(ctx);
  const note = checkedNote(input);
  const app = await readOthersApp(ctx, id);
  if (app.review !== 'pending') throw noReviewPending();
  const revision = revisionOf(id, expectedEtag);
  if (revision !== app.revision) throw stale(id, app.revision);
  const allowed = input.decision === 'approve' ? allowedBy(app, input) : [];
  const row = await changeApp(ctx, id, {
    change: input.decision === 'approve' ? 'approved' : 'rejected',
    where: { revision, review: 'pending' },
    data: {
      review: input.decision === 'approve' ? 'approved' : 'rejected',
      approvedScopes: [...app.approvedScopes, ...allowed],
      reviewNote: note,
      reviewedById: userId,
      reviewedAt: ctx.platform.clock.now(),
    },
    note: { scopes: allowed },
  });
  if (!row) throw stale(id, (await readApp(ctx, id)).revision);
  return presentApp(row);
}

/** The scopes that an approval allows: all waiting ones, or the named subset. */
function allowedBy(app: AppModel, { approvedScopes }: ReviewAppInput): string[] {
  const waiting = unreviewedScopes(app);
  if (!approvedScopes) return waiting;
  const named = requestableScopes(approvedScopes);
  if (named.length === 0) {
    throw problem('invalid_input', { fields: [{ field: 'approvedScopes', code: 'required' }] });
  }
  const stray = named.find((scope) => !waiting.includes(scope));
  if (stray) throw notWaiting(stray);
  return named;
}

function notWaiting(scope: string): RegisteredError {
  return problem('invalid_scope', {
    detail: {
      en: `The scope "${scope}" of this application does not wait for a review; remove it from approvedScopes.`,
      ru: `Право «${scope}» этого приложения не ждёт проверки; уберите его из approvedScopes.`,
      de: `Das Recht „${scope}“ dieser Anwendung wartet auf keine Prüfung; entfernen Sie es aus approvedScopes.`,
    },
    log: `the scope ${scope} is not in review`,
  });
}

function checkedNote({ decision, note }: ReviewAppInput): string | null {
  const text = note?.trim() ?? '';
  if (text === '' && decision === 'reject') {
    throw problem('invalid_input', { fields: [{ field: 'note', code: 'required' }] });
  }
  if (text.length > LIMITS.reviewNoteCharacters) {
    throw problem('invalid_input', { fields: [{ field: 'note', code: 'too_long' }] });
  }
  return text === '' ? null : text;
}
