import { type MiddlewareFn, UseMiddleware } from 'type-graphql';
import { type AccessRule, authorize } from './authorize.js';
import type { RequestContext } from './context.js';

/** Guards a resolver with the access rule of its operation, for whichever face calls it. */
export function Scoped(
  access: AccessRule['access'],
  ...scopes: AccessRule['scopes']
): MethodDecorator {
  const rule: AccessRule = { access, scopes };
  const guard: MiddlewareFn<RequestContext> = async ({ context }, next) => {
    authorize(context, rule);
    return next();
  };
  return UseMiddleware(guard);
}
