import type { Tx } from '../../../platform/database/connect.js';
import type { AppReview } from '../../../platform/database/generated/enums.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  actsAsStaff,
  requireAdmin,
  requireSession,
  requireUser,
} from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { isId } from '../../../request/ids.js';
import { conflictOfInterest, goneObject, wholeAccountOnly } from '../../../request/refusals.js';
import type { UserViewer } from '../../../request/viewer.js';
import { unreviewedScopes } from './app-scopes.js';
import { nameKey } from './check-app.js';

/**
 * Returns the viewer if the credential covers the whole account. Throws `unauthorized`, and
 * `resource_scope_denied` for a credential limited to some mods, because no application belongs to
 * a mod.
 */
export function requireWholeAccount(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.credential.modIds !== null) throw wholeAccountOnly();
  return viewer;
}

/**
 * Reads an application of the viewer, or any for an admin with staff rights. Throws `not_found` if
 * it is unknown or belongs to another user, `gone` if it was deleted, and the errors of
 * `requireWholeAccount`.
 */
export async function readApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const viewer = requireWholeAccount(ctx);
  const app = await findApp(ctx, id);
  return known(app, actsAsStaff(ctx, 'admin') || app?.ownerId === viewer.userId);
}

/**
 * Reads another user's application, or one of modport itself, for an admin's decision. The owner
 * never changes, so no lock is needed. Throws `forbidden` for an application of the viewer, and the
 * errors of `requireAdmin` and `readApp`.
 */
export async function readOthersApp(ctx: RequestContext, id: string): Promise<AppModel> {
  const { userId } = requireAdmin(ctx);
  const app = await readApp(ctx, id);
  if (app.ownerId !== userId) return app;
  throw conflictOfInterest('a staff decision about an own application');
}

/**
 * Reads an application for its owner, who changes it in a browser. Tokens cannot change
 * applications, because the change would outlive the token. Throws `unauthorized`, `forbidden`,
 * `not_found`, `gone`.
 */
export async function readOwnApp(ctx: RequestContext, id: string): Promise<OwnedApp> {
  const { userId } = requireSession(ctx);
  const app = await findApp(ctx, id);
  return { ...known(app, app?.ownerId === userId), ownerId: userId };
}

/** An application of a user. */
type OwnedApp = AppModel & { readonly ownerId: string };

function known(app: AppModel | null, mayKnow: boolean): AppModel {
  if (!app || !mayKnow) throw problem('not_found');
  if (app.deletedAt) throw goneObject(app.id);
  return app;
}

async function findApp(ctx: RequestContext, id: string): Promise<AppModel | null> {
  return isId(id) ? ctx.platform.db.app.findUnique({ where: { id } }) : null;
}

/**
 * Checks that an owner may have another application with this name. It locks the owner's row, so
 * that concurrent writes see each other. Throws `invalid_state` if there are too many,
 * `invalid_input` if another application of the owner has the name.
 */
export async function admitApp(tx: Tx, ownerId: string, name: string): Promise<void> {
  const names = await namesOf(tx, ownerId, null);
  if (names.length >= LIMITS.appsPerUser) throw problem('invalid_state', { detail: TOO_MANY_APPS });
  refuseTwin(names, name);
}

const { appsPerUser: MOST } = LIMITS;

const TOO_MANY_APPS: TextForPeople = {
  en: `This account has ${MOST} applications, which is the limit; delete one of them first.`,
  ru: `У этого аккаунта уже ${MOST} приложений — это предел; сначала удалите одно из них.`,
  de: `Dieses Konto hat bereits ${MOST} Anwendungen, mehr sind nicht möglich; löschen Sie zuerst eine davon.`,
};

/**
 * Checks that the application `id` of an owner may have this name. Locks the owner's row as
 * `admitApp` does. Throws `invalid_input` if another application of the owner has it.
 */
export async function admitName(tx: Tx, ownerId: string, id: string, name: string): Promise<void> {
  refuseTwin(await namesOf(tx, ownerId, id), name);
}

async function namesOf(tx: Tx, ownerId: string, except: string | null): Promise<string[]> {
  await tx.$queryRaw`select 1 from users where id = ${ownerId}::uuid for no key update`;
  const rows = await tx.app.findMany({
    where: { ownerId, deletedAt: null, ...(except === null ? {} : { id: { not: except } }) },
    select: { name: true },
  });
  return rows.map((row) => row.name);
}

function refuseTwin(names: readonly string[], name: string): void {
  if (!names.some((other) => nameKey(other) === nameKey(name))) return;
  throw problem('invalid_input', { fields: [{ field: 'name', code: 'not_unique' }] });
}

/** The members of an application that a review covers. */
export interface Reviewed {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** The review of an application, and what staff and operators approved. */
interface AppReviewState {
  readonly review: AppReview;
  /** The sensitive scopes that a review approved. */
  readonly approvedScopes: string[];
  /** When an operator approved the application with its present name and redirect URIs. */
  readonly operatorApprovedAt: Date | null;
}

/**
 * The review state after a change of an application.
 * - A dropped sensitive scope loses its approval; a new one waits until it is submitted, or joins a
 *   pending review.
 * - A new name or redirect URI was never reviewed. So if approved scopes remain, they are suspended
 *   and the application goes to review at once. An approval by an operator ends.
 * - The review ends if no scope needs one any more. The application is `approved` again if it still
 *   has approved scopes or an approval by an operator, else `none`.
 */
export function reviewAfter(
  before: Reviewed & Omit<AppReviewState, 'approvedScopes'> & { approvedScopes: readonly string[] },
  after: Reviewed,
): AppReviewState {
  const kept = before.approvedScopes.filter((scope) => after.scopes.includes(scope));
  const isUnseen =
    after.name !== before.name ||
    after.redirectUris.some((uri) => !before.redirectUris.includes(uri));
  const operatorApprovedAt = isUnseen ? null : before.operatorApprovedAt;
  if (kept.length > 0 && isUnseen) {
    return { review: 'pending', approvedScopes: [], operatorApprovedAt };
  }
  const waits = unreviewedScopes({ scopes: after.scopes, approvedScopes: kept }).length > 0;
  const settled = kept.length > 0 || operatorApprovedAt !== null ? 'approved' : 'none';
  const isOpen = before.review === 'pending' || before.review === 'rejected';
  const review = isOpen && waits ? before.review : settled;
  return { review, approvedScopes: kept, operatorApprovedAt };
}
