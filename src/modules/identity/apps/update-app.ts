import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/database/connect.js';
import type { AppModel } from '../../../platform/database/generated/models.js';
import { lockCaller, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { goneObject } from '../../../request/refusals.js';
import { transact } from '../../../request/transact.js';
import { revisionOf, stale } from '../../../request/validator.js';
import type { App, UpdateAppInput } from './app.type.js';
import { admitName, type Reviewed, readOwnApp, reviewAfter } from './app-access.js';
import { appDisabled } from './app-refusals.js';
import { checkedApp } from './check-app.js';
import { recordApp } from './create-app.js';
import { presentApp } from './read-apps.js';

/**
 * For the owner in a browser session. Changes the given members of an application if it still has
 * the revision that its owner saw, and records the change (`recordApp`). `reviewAfter` determines
 * the review state. An empty or equal change does nothing. A new redirect URI requires a recent
 * second factor, because users with an earlier approval are redirected there without a prompt. Spec
 * 5.2. Throws:
 * - `forbidden`, `step_up_required`, `not_found`, `gone`, `invalid_scope`, `invalid_input`
 * - `invalid_state` while the application is disabled
 * - `precondition_failed` with the current ETag
 * - `unauthorized`, `account_blocked` if the caller's access ended meanwhile
 */
export async function updateApp(
  ctx: RequestContext,
  id: string,
  input: UpdateAppInput,
  expectedEtag: string,
): Promise<App> {
  const before = await readOwnApp(ctx, id);
  const revision = revisionOf(id, expectedEtag);
  if (revision !== before.revision) throw stale(id, before.revision);
  if (before.disabledAt) throw appDisabled();
  const after = checkedApp(
    { kind: before.kind },
    {
      name: input.name ?? before.name,
      redirectUris: input.redirectUris ?? before.redirectUris,
      scopes: input.scopes ?? before.scopes,
    },
  );
  if (isSame(before, after)) return presentApp(before);
  if (after.redirectUris.some((uri) => !before.redirectUris.includes(uri))) requireStepUp(ctx);
  const row = await transact(ctx, async (tx) => {
    await lockCaller(tx, ctx);
    await admitName(tx, before.ownerId, id, after.name);
    const written = await writeApp(tx, ctx, before, after);
    const fields = Object.entries(input).flatMap(([field, value]) => (value == null ? [] : field));
    await recordApp(tx, ctx, written, 'updated', { fields, review: written.review });
    return written;
  });
  return presentApp(row);
}

/**
 * Writes the new state if the application has not changed. Throws `gone`, `precondition_failed`.
 */
async function writeApp(
  tx: Tx,
  ctx: RequestContext,
  before: AppModel,
  after: Reviewed,
): Promise<AppModel> {
  const { id, revision } = before;
  const [written] = await tx.app.updateManyAndReturn({
    where: { id, revision, deletedAt: null, disabledAt: null },
    data: {
      name: after.name,
      redirectUris: [...after.redirectUris],
      scopes: [...after.scopes],
      ...reviewAfter(before, after),
      revision: { increment: 1 },
      updatedAt: ctx.platform.clock.now(),
    },
  });
  if (written) return written;
  const current = await tx.app.findUniqueOrThrow({ where: { id } });
  throw current.deletedAt ? goneObject(id) : stale(id, current.revision);
}

/** Returns whether two states of an application are the same. The order of scopes is irrelevant. */
function isSame(before: Reviewed, after: Reviewed): boolean {
  const shown = ({ name, redirectUris, scopes }: Reviewed) => [
    name,
    redirectUris,
    [...scopes].sort(),
  ];
  return isDeepStrictEqual(shown(before), shown(after));
}
