import { requireSession, requireStepUp } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { RegisterAppInput } from './app.input.js';
import type { AppWithSecret } from './app.type.js';
import { createApp } from './create-app.js';

/**
 * Registers an application of the viewer. Spec 5.2: a secret requires a second factor. Throws
 * `forbidden` outside a browser, `step_up_required`, and the errors of `createApp`.
 */
export async function registerApp(
  ctx: RequestContext,
  input: RegisterAppInput,
): Promise<AppWithSecret> {
  const { userId } = requireSession(ctx);
  if (input.kind === 'confidential') requireStepUp(ctx);
  return createApp(ctx, { ...input, ownerId: userId });
}
