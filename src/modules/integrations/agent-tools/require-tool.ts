import { problem, type RegisteredError } from '../../../registry/errors.js';
import { satisfiesScope } from '../../../registry/scopes.js';
import { authorize, requireUser } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import type { UserViewer } from '../../../request/viewer.js';
import type { Tool } from './tool.js';

/**
 * The context in which a tool runs. It has no staff rights with any credential, because
 * an agent may pass on all that it reads (Spec 4.8).
 */
export function asOrdinaryUser(ctx: RequestContext): RequestContext {
  return { ...ctx, viewer: { ...requireUser(ctx), role: 'user' } };
}

/**
 * The viewer of the gateway, which must be a program with its own scopes. A browser session has all
 * rights of its user and is rejected (Spec 4.8). Throws `unauthorized`, `forbidden`.
 */
export function requireAgent(ctx: RequestContext): UserViewer {
  const viewer = requireUser(ctx);
  if (viewer.credential.kind === 'session') throw programOnly();
  return viewer;
}

/**
 * Requires the scope of at least one tool, so that other credentials cannot discover tools and
 * runs. Throws `unauthorized`, `insufficient_scope`.
 */
export function requireAnyTool(ctx: RequestContext): void {
  authorize(ctx, { access: 'required', scopes: ['agent:*'] });
}

/**
 * Requires the scope of a tool, the only one that running it needs. Throws `unauthorized`,
 * `forbidden`, `insufficient_scope`.
 */
export function requireTool(ctx: RequestContext, { scope }: Tool): UserViewer {
  const viewer = requireAgent(ctx);
  if (satisfiesScope(viewer.credential.scopes, scope)) return viewer;
  throw problem('insufficient_scope', { requiredScopes: [scope] });
}

function programOnly(): RegisteredError {
  return problem('forbidden', {
    detail: {
      en: 'A browser session cannot use the agent tools; use a token with the scope of the tool.',
      ru: 'Инструменты агента недоступны в сеансе браузера; используйте токен с правом на инструмент.',
      de: 'Eine Browsersitzung kann die Agentenwerkzeuge nicht benutzen; verwenden Sie ein Token mit dem Recht für das Werkzeug.',
    },
  });
}
