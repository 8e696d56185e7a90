import type { GraphQLField, GraphQLSchema } from 'graphql';
import { authorize } from '../../request/authorize.js';
import type { LiveStream, RequestContext } from '../../request/context.js';
import { accessOf } from '../field-facts.js';

/**
 * Makes every subscription check its access rule (`@Scoped`) at the start, and again whenever its
 * source calls `LiveStream.verified`. Throws if a subscription has no rule or no source. Changes
 * the given schema and returns it.
 */
export function guardSubscriptions(schema: GraphQLSchema): GraphQLSchema {
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  for (const field of fields) guard(field);
  return schema;
}

function guard(field: GraphQLField<unknown, RequestContext>): void {
  const { guard: rule } = accessOf(field);
  const { subscribe } = field;
  if (!subscribe) throw new Error(`the subscription ${field.name} has no source`);
  field.subscribe = (root, args, ctx, info) => {
    authorize(ctx, rule);
    if (!ctx.live) throw new Error('a subscription without a stream');
    const live = withRule(ctx.live, (fresh) => authorize(fresh, rule));
    return subscribe(root, args, { ...ctx, live }, info);
  };
}

function withRule(live: LiveStream, check: (ctx: RequestContext) => void): LiveStream {
  return {
    ended: live.ended,
    end: live.end,
    verified: (more) =>
      live.verified((fresh) => {
        check(fresh);
        return more(fresh);
      }),
  };
}
