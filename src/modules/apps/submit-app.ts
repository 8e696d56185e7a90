import { problem } from '../../registry/errors.js';
import type { RequestContext } from '../../request/context.js';
import type { App } from './app.type.js';
import { readOwnApp } from './app-access.js';
import { unreviewedScopes } from './app-scopes.js';
import { changeApp } from './change-app.js';
import { presentApp } from './present-app.js';

/**
 * Asks for a review of the sensitive scopes of an application that have none yet. Spec 5.3.
 * Throws `forbidden`, `not_found`, `gone`, `invalid_state` where nothing needs a review or where it
 * is disabled, `invalid_state_transition` where one is going on.
 */
export async function submitAppForReview(ctx: RequestContext, id: string): Promise<App> {
  const app = await readOwnApp(ctx, id);
  const scopes = unreviewedScopes(app);
  if (scopes.length === 0 || app.disabledAt) throw problem('invalid_state');
  const row = await changeApp(ctx, id, {
    change: 'submitted',
    // The revision too: what is submitted is what was read here.
    where: { revision: app.revision, review: { not: 'pending' }, disabledAt: null },
    data: { review: 'pending', reviewNote: null },
    note: { scopes },
  });
  if (!row) throw problem('invalid_state_transition');
  return presentApp(row);
}
