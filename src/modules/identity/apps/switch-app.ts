import { requireAdmin, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { disableSubscriptions } from '../subscriptions/disable-subscriptions.js';
import type { App } from './app.type.js';
import { readApp, readOthersApp } from './app-access.js';
import { changeApp } from './change-app.js';
import { endPending } from './oauth-records.js';
import { presentApp } from './present-app.js';

/**
 * Disables an application with immediate effect. All its requests fail, pending authorizations end,
 * and its subscriptions are disabled. Does nothing if it is already disabled. Needs a recent second
 * factor. Spec 5.2. Throws `forbidden` (also for the viewer's own application),
 * `insufficient_scope`, `step_up_required`, `not_found`, `gone`.
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
      await disableSubscriptions(tx, ctx, { clientIds: [clientId] });
    },
  });
  return presentApp(row ?? (await readApp(ctx, id)));
}

/**
 * Enables an application again. Its unexpired tokens work again, but pending authorizations have to
 * start again. Needs a recent second factor. Throws `forbidden` (also for the viewer's own
 * application), `insufficient_scope`, `step_up_required`, `not_found`, `gone`.
 */
export async function enableApp(ctx: RequestContext, id: string): Promise<App> {
  requireAdmin(ctx);
  requireStepUp(ctx);
  await readOthersApp(ctx, id);
  const row = await changeApp(ctx, id, {
    change: 'enabled',
    where: { disabledAt: { not: null } },
    data: { disabledAt: null },
  });
  return presentApp(row ?? (await readApp(ctx, id)));
}
