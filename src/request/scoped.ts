import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import { type AccessRule, authorize, type FieldAccess } from './authorize.js';
import type { RequestContext } from './context.js';

/**
 * Guards a resolver with the access rule of its operation, in REST and in GraphQL. Calls throw the
 * errors of `authorize`. A query that only reads the result of a replayed write is not checked. The
 * schema keeps the rule as the field's `extensions.accessRule`.
 */
export function Scoped(
  access: AccessRule['access'],
  ...scopes: AccessRule['scopes']
): MethodDecorator {
  return guarded({ access, scopes, guard: { access, scopes } });
}

/**
 * Like `Scoped`, for an operation whose arguments decide which scope it needs. The schema states
 * `scopes` as the rule, but the guard checks only `access`. The verb checks the narrower scope, so
 * that its problem names the scope that suffices.
 */
export function ScopedByVerb(
  access: AccessRule['access'],
  ...scopes: AccessRule['scopes']
): MethodDecorator {
  return guarded({ access, scopes, guard: { access, scopes: [] } });
}

function guarded(rule: FieldAccess): MethodDecorator {
  const guard: MiddlewareFn<RequestContext> = async ({ context, info }, next) => {
    const isReplayRead = context.isReplay && info.operation.operation === 'query';
    if (!isReplayRead) authorize(context, rule.guard);
    return next();
  };
  return (target, key, descriptor) => {
    Extensions({ accessRule: rule })(target, key, descriptor);
    UseMiddleware(guard)(target, key, descriptor);
  };
}
