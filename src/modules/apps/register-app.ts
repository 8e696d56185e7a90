import { requireSession, requireStepUp } from '../../request/authorize.js';
import type { RequestContext } from '../../request/context.js';
import type { RegisterAppInput } from './app.input.js';
import type { AppWithSecret } from './app.type.js';
import { createApp } from './create-app.js';

/**
 * Registers an application of the viewer. Spec 5.2: a secret is handed out after a second factor.
 * Throws `forbidden` outside of a browser, `step_up_required`, and what `createApp` throws.
 */
export async function registerApp(
  ctx: RequestContext,
  input: RegisterAppInput,
): Promise<AppWithSecret> {
  const { userId } = requireSession(ctx);
  if (input.kind === 'confidential') requireStepUp(ctx);
  return createApp(ctx, { ...input, ownerId: userId });
}
