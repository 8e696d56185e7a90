import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { MUTATIONS_WITHOUT_CHANGES } from '../registry/read-only.js';
import type { RequestContext } from '../request/context.js';
import { requireRoomForChange } from '../request/overload.js';
import { requireWritable } from '../request/read-only.js';

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

/**
 * Makes the mutations of a schema throw `service_unavailable` while the service is read-only, or
 * while so many requests wait for the database that it admits only reads. This holds for REST,
 * GraphQL, tools and pages. `MUTATIONS_WITHOUT_CHANGES` stay as they are. Changes the given schema
 * and returns it.
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
