import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { MUTATIONS_WITHOUT_CHANGES } from '../registry/read-only.js';
import { requireRoomForChange, requireWritable } from '../request/availability.js';
import type { RequestContext } from '../request/context.js';
import type { OperationFacts } from '../request/operation-facts.js';
import { recordRefusal } from '../request/record-refusal.js';
import { innermost } from './errors.js';
import { operationFactsOf } from './field-facts.js';

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

/**
 * Makes every mutation of a schema record forbidden calls in the audit log, whether REST, GraphQL,
 * a tool or a page runs it. Throws if a mutation does not state its target with `@Writes`, because
 * the log needs it. Changes the given schema and returns it.
 */
export function recordRefusals(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const field of mutations) {
    const facts = operationFactsOf(field);
    if (!facts?.target) throw new Error(`the mutation ${field.name} has no target: add @Writes`);
    if (field.resolve) field.resolve = noting(field.name, facts, field.resolve);
  }
  return schema;
}

function noting(operation: string, facts: OperationFacts, resolve: Resolve): Resolve {
  return async (root, args, ctx, info) => {
    try {
      return await resolve(root, args, ctx, info);
    } catch (error) {
      await recordRefusal(ctx, { operation, args }, facts, innermost(error));
      throw error;
    }
  };
}
