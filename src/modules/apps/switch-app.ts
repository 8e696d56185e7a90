import { requireAdmin, requireStepUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import { disableSubscriptions } from '../subscriptions/index.js';
import type { App } from './app.type.js';
import { readApp, readOthersApp } from './app-access.js';
import { changeApp } from './change-app.js';
import { endPending } from './oauth-records.js';
import { presentApp } from './present-app.js';

/**
 * Switches an application off, everywhere and at once: whatever reads it, refuses it, what is
 * pending ends for good, and its subscriptions are disabled. What is off already, stays off. Takes a recent second factor. Spec 5.2.
 * Throws `forbidden`, also for an application of the viewer, `insufficient_scope`, `step_up_required`, `not_found`, `gone`.
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
 * Lets an application work again, with the tokens that are still good; what was pending is begun
 * anew. Takes a recent second factor.
 * Throws `forbidden`, also for an application of the viewer, `insufficient_scope`, `step_up_required`, `not_found`, `gone`.
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
