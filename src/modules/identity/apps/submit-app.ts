import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';
import type { App } from './app.type.js';
import { readOwnApp } from './app-access.js';
import { unreviewedScopes } from './app-scopes.js';
import { changeApp } from './change-app.js';
import { presentApp } from './present-app.js';

/**
 * Requests a review of the unreviewed sensitive scopes of an application. Spec 5.3. Throws
 * `forbidden`, `not_found`, `gone`, `invalid_state` if nothing needs a review or the application is
 * disabled, and `invalid_state_transition` if a review is pending.
 */
export async function submitAppForReview(ctx: RequestContext, id: string): Promise<App> {
  const app = await readOwnApp(ctx, id);
  const scopes = unreviewedScopes(app);
  if (scopes.length === 0 || app.disabledAt) throw problem('invalid_state');
  const row = await changeApp(ctx, id, {
    change: 'submitted',
    // The revision ensures that the submitted state is the one that was read here.
    where: { revision: app.revision, review: { not: 'pending' }, disabledAt: null },
    data: { review: 'pending', reviewNote: null },
    note: { scopes },
  });
  if (!row) throw problem('invalid_state_transition');
  return presentApp(row);
}
