import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { MUTATIONS_WITHOUT_CHANGES } from '../registry/read-only.js';
import type { RequestContext } from '../request/context.js';
import { requireRoomForChange } from '../request/overload.js';
import { requireWritable } from '../request/read-only.js';

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

/**
 * Makes the mutations of a schema throw `service_unavailable` while the service refuses changes or
 * has room only for reads, whether REST, GraphQL, a tool or a page runs them.
 */
export function refuseChanges(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    if (!field.resolve || MUTATIONS_WITHOUT_CHANGES.has(field.name)) continue;
    field.resolve = onlyIfWritable(field.resolve);
  }
  return schema;
}

function onlyIfWritable(resolve: Resolve): Resolve {
  return (root, args, ctx, info) => {
    requireWritable(ctx.platform);
    requireRoomForChange(ctx.platform.db);
    return resolve(root, args, ctx, info);
  };
}
