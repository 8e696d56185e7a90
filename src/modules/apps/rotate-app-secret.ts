import { problem } from '../../registry/errors.js';
import { requireStepUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import type { AppWithSecret } from './app.type.js';
import { readOwnApp } from './app-access.js';
import { makeAppSecret } from './app-secret.js';
import { changeApp } from './change-app.js';
import { endWithSecret } from './oauth-records.js';
import { presentApp } from './present-app.js';

/**
 * Replaces the secret of a confidential application at once: the one before holds no longer, what
 * is pending and all refresh tokens end, and access tokens end by themselves. Spec 5.2.
 * Throws `forbidden`, `not_found`, `gone`, `step_up_required`, `invalid_state` for a public
 * application and for one that is disabled.
 */
export async function rotateAppSecret(ctx: RequestContext, id: string): Promise<AppWithSecret> {
  const app = await readOwnApp(ctx, id);
  requireStepUp(ctx);
  const { clock, keys } = ctx.platform;
  const secret = makeAppSecret(keys, clock.now());
  const row = await changeApp(ctx, id, {
    change: 'secret_rotated',
    where: { kind: 'confidential', disabledAt: null },
    data: secret.columns,
    effects: (tx) => endWithSecret(tx, app.clientId),
    note: { secret_hint: secret.columns.secretHint },
  });
  if (!row) throw problem('invalid_state');
  return { app: presentApp(row), secret: secret.text };
}
