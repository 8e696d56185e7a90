import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { OPERATIONS } from '../registry/operations.js';
import type { RequestContext } from '../request/context.js';
import { noteRefusal } from '../request/note-refusal.js';
import { innermost } from './errors.js';

/**
 * Makes every mutation of a schema record forbidden calls in the audit log, on every face. Throws
 * if a mutation has no row in `src/registry/operations.ts`, because the log needs its target.
 */
export function notingRefusals(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const unknown = mutations.filter(({ name }) => !Object.hasOwn(OPERATIONS, name));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(', ');
    throw new Error(`src/registry/operations.ts has no row for ${names}`);
  }
  for (const field of mutations) {
    if (field.resolve) field.resolve = noting(field.name, field.resolve);
  }
  return schema;
}

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

function noting(operation: string, resolve: Resolve): Resolve {
  return async (root, args, ctx, info) => {
    try {
      return await resolve(root, args, ctx, info);
    } catch (error) {
      await noteRefusal(ctx, { operation, args }, innermost(error));
      throw error;
    }
  };
}
