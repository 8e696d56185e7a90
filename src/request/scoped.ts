import { Extensions, type MiddlewareFn, UseMiddleware } from 'type-graphql';
import { type AccessRule, authorize } from './authorize.js';
import type { RequestContext } from './context.js';

/**
 * Guards a resolver with the access rule of its operation, for whichever face calls it. The answer
 * of a write needs no scope but the write's own, so neither does a query that reads it once more.
 * The schema keeps the rule beside the field, as `extensions.accessRule`.
 */
export function Scoped(
  access: AccessRule['access'],
  ...scopes: AccessRule['scopes']
): MethodDecorator {
  const rule: AccessRule = { access, scopes };
  return guarded(rule, rule);
}

/**
 * The same for an operation whose arguments decide which of its scopes is needed: the guard asks only
 * for a credential, and the verb for the narrow scope, so that a refusal names the one that suffices.
 */
export function ScopedByVerb(
  access: AccessRule['access'],
  ...scopes: AccessRule['scopes']
): MethodDecorator {
  return guarded({ access, scopes }, { access, scopes: [] });
}

function guarded(rule: AccessRule, asked: AccessRule): MethodDecorator {
  const guard: MiddlewareFn<RequestContext> = async ({ context, info }, next) => {
    const readsAnswer = context.isReplay && info.operation.operation === 'query';
    if (!readsAnswer) authorize(context, asked);
    return next();
  };
  return (target, key, descriptor) => {
    Extensions({ accessRule: rule })(target, key, descriptor);
    UseMiddleware(guard)(target, key, descriptor);
  };
}
