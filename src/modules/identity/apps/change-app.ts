import type { Tx } from '../../../platform/database/connect.js';
import type { Prisma } from '../../../platform/database/generated/client.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import { lockCaller, requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { goneObject } from '../../../request/refusals.js';
import { transact } from '../../../request/transact.js';
import { revisionOf, stale } from '../../../request/validator.js';
import { bumpAccessOf } from '../accounts/change-user.js';
import { endCreated } from '../created-access/end-created.js';
import type { App, AppWithSecret } from './app.type.js';
import { readApp, readOthersApp, readOwnApp } from './app-access.js';
import { appDisabled, nothingToReview, notSubmittable, withoutSecret } from './app-refusals.js';
import { unreviewedScopes } from './app-scopes.js';
import { type AppChange, makeAppSecret, recordApp } from './create-app.js';
import { deletedAt } from './end-apps.js';
import { endAppRecords, endPending, endPendingAndRefreshTokens } from './oauth-client.js';
import { queueRaise } from './raise-app-access.js';
import { presentApp } from './read-apps.js';

/** A change of an application, with the state that it requires. */
interface GuardedChange {
  readonly change: AppChange;
  /** The required state of the row during the write; a deleted row never matches. */
  readonly where: Omit<Prisma.AppWhereInput, 'id' | 'deletedAt'>;
  readonly data: Prisma.AppUpdateManyMutationInput;
  /** Further writes in the same transaction. */
  readonly effects?: (tx: Tx, app: AppModel) => Promise<void>;
  /** Additional data for the audit log. */
  readonly note?: Prisma.InputJsonObject;
}

/**
 * Changes an application if it is in the required state, and records the change (`recordApp`) in
 * the same transaction. The UPDATE itself checks the state, so only one of two concurrent writers
 * succeeds. Returns null if the state differs. Throws `unauthorized`, `account_blocked` if the
 * caller's access ended meanwhile.
 */
export function changeApp(
  ctx: RequestContext,
  id: string,
  { change, where, data, effects, note = {} }: GuardedChange,
): Promise<AppModel | null> {
  return transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    const [row] = await tx.app.updateManyAndReturn({
      where: { ...where, id, deletedAt: null },
      data: { ...data, revision: { increment: 1 }, updatedAt: ctx.platform.clock.now() },
    });
    if (!row) return null;
    await effects?.(tx, row);
    await recordApp(tx, ctx, row, change, note);
    return row;
  });
}

/**
 * Disables an application with immediate effect. All its requests fail, pending authorizations end,
 * and its subscriptions are disabled. A job raises the access revisions of its users. Also records
 * the change (`recordApp`). Does nothing if it is already disabled. For admins with a recent second
 * factor. Spec 5.2. Throws the errors of `requireAdmin`, `forbidden` also for the viewer's own
 * application, `step_up_required`, `not_found`, `gone`.
 */
export async function disableApp(ctx: RequestContext, id: string): Promise<App> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  await readOthersApp(ctx, id);
  const row = await changeApp(ctx, id, {
    change: 'disabled',
    where: { disabledAt: null },
    data: { disabledAt: ctx.platform.clock.now() },
    async effects(tx, { clientId }) {
      await endPending(tx, clientId);
      await endCreated(tx, ctx, { clientIds: [clientId] });
      await queueRaise(tx, { appId: id });
    },
  });
  return presentApp(row ?? (await readApp(ctx, id)));
}

/**
 * Enables an application again. Its unexpired tokens work again, but pending authorizations have to
 * start again, and its subscriptions stay disabled. A job raises the access revisions of its users.
 * Also records the change (`recordApp`). Does nothing if it is already enabled. For admins with a
 * recent second factor. Throws the errors of `requireAdmin`, `forbidden` also for the viewer's own
 * application, `step_up_required`, `not_found`, `gone`.
 */
export async function enableApp(ctx: RequestContext, id: string): Promise<App> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  await readOthersApp(ctx, id);
  const row = await changeApp(ctx, id, {
    change: 'enabled',
    where: { disabledAt: { not: null } },
    data: { disabledAt: null },
    effects: (tx) => queueRaise(tx, { appId: id }),
  });
  return presentApp(row ?? (await readApp(ctx, id)));
}

/**
 * Requests a review of the unreviewed sensitive scopes of an application, and records that
 * (`recordApp`). For its owner in a browser session. Spec 5.3. Throws `forbidden`, `not_found`,
 * `gone`, `invalid_state` if nothing needs a review or the application is disabled, and
 * `invalid_state_transition` if a review is pending or the application has changed meanwhile.
 */
export async function submitAppForReview(ctx: RequestContext, id: string): Promise<App> {
  const app = await readOwnApp(ctx, id);
  const scopes = unreviewedScopes(app);
  if (app.disabledAt) throw appDisabled();
  if (scopes.length === 0) throw nothingToReview();
  const row = await changeApp(ctx, id, {
    change: 'submitted',
    // The revision ensures that the submitted state is the one that was read here.
    where: { revision: app.revision, review: { not: 'pending' }, disabledAt: null },
    data: { review: 'pending', reviewNote: null },
    note: { scopes },
  });
  if (!row) throw notSubmittable();
  return presentApp(row);
}

/**
 * Deletes an application permanently and returns its id. For its owner in a browser session; admins
 * can only disable it. All approvals and tokens end, as does what it created (`endCreated`), and
 * the access revisions of its users rise. Also records the change (`recordApp`). The row stays,
 * because the audit log refers to it. Spec 5.2. Throws `forbidden`, `not_found`, `gone`.
 */
export async function deleteApp(ctx: RequestContext, id: string): Promise<string> {
  await readOwnApp(ctx, id);
  const now = ctx.platform.clock.now();
  const row = await changeApp(ctx, id, {
    change: 'deleted',
    where: {},
    data: deletedAt(now),
    async effects(tx, { clientId }) {
      const ended = await tx.appGrant.updateManyAndReturn({
        where: { appId: id, revokedAt: null },
        data: { revokedAt: now },
        select: { userId: true },
      });
      await endAppRecords(tx, clientId);
      await endCreated(tx, ctx, { clientIds: [clientId] });
      const users = ended.map(({ userId }) => userId);
      await bumpAccessOf(tx, users, ['applications']);
    },
  });
  if (!row) throw goneObject(id);
  return id;
}

/**
 * Replaces the secret of a confidential application at once. For its owner in a browser session
 * with a recent second factor. The old secret, pending authorizations and all refresh tokens end;
 * access tokens expire soon. Also records the change (`recordApp`). Spec 5.2. Because of the ETag,
 * a form that is sent twice replaces the secret only once. Throws `unauthorized`, `forbidden`,
 * `not_found`, `gone`, `step_up_required`, `precondition_failed`, and `invalid_state` for a public
 * or disabled application.
 */
export async function rotateAppSecret(
  ctx: RequestContext,
  id: string,
  expectedEtag: string,
): Promise<AppWithSecret> {
  const app = await readOwnApp(ctx, id);
  requireStepUp(ctx);
  if (app.kind === 'public') throw withoutSecret();
  if (app.disabledAt) throw appDisabled();
  const revision = revisionOf(id, expectedEtag);
  if (revision !== app.revision) throw stale(id, app.revision);
  const { clock, keys } = ctx.platform;
  const secret = makeAppSecret(keys, clock.now());
  const row = await changeApp(ctx, id, {
    change: 'secret_rotated',
    where: { revision, disabledAt: null },
    data: secret.columns,
    effects: (tx) => endPendingAndRefreshTokens(tx, app.clientId),
    note: { secret_hint: secret.columns.secretHint },
  });
  if (!row) throw stale(id, (await readOwnApp(ctx, id)).revision);
  return { app: presentApp(row), secret: secret.text };
}
