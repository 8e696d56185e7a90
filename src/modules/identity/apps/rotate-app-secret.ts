import { problem } from '../../../registry/errors.js';
import { requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { revisionOf, stale } from '../../../request/etag.js';
import type { AppWithSecret } from './app.type.js';
import { readOwnApp } from './app-access.js';
import { makeAppSecret } from './app-secret.js';
import { changeApp } from './change-app.js';
import { endWithSecret } from './oauth-records.js';
import { presentApp } from './present-app.js';

/**
 * Replaces the secret of a confidential application at once. The old secret, pending authorizations
 * and all refresh tokens end; access tokens expire soon. Spec 5.2. The etag prevents that a form
 * sent twice replaces two secrets. Throws `forbidden`, `not_found`, `gone`, `step_up_required`,
 * `precondition_failed`, and `invalid_state` for a public or disabled application.
 */
export async function rotateAppSecret(
  ctx: RequestContext,
  id: string,
  expectedEtag: string,
): Promise<AppWithSecret> {
  const app = await readOwnApp(ctx, id);
  requireStepUp(ctx);
  if (app.kind === 'public' || app.disabledAt) throw problem('invalid_state');
  const revision = revisionOf(id, expectedEtag);
  if (revision !== app.revision) throw stale(id, app.revision);
  const { clock, keys } = ctx.platform;
  const secret = makeAppSecret(keys, clock.now());
  const row = await changeApp(ctx, id, {
    change: 'secret_rotated',
    where: { revision, disabledAt: null },
    data: secret.columns,
    effects: (tx) => endWithSecret(tx, app.clientId),
    note: { secret_hint: secret.columns.secretHint },
  });
  if (!row) throw stale(id, (await readOwnApp(ctx, id)).revision);
  return { app: presentApp(row), secret: secret.text };
}
