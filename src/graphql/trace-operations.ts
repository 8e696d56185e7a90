import type { ApolloServerPlugin } from '@apollo/server';
import type { ExecutionResult, GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { inSpan, noteError } from '../platform/tracing/in-span.js';
import { type Tracer, tracerNow } from '../platform/tracing/tracing.js';
import type { RequestContext } from '../request/context.js';
import { Unchanged } from '../request/validator.js';
import { innermost, tracedError } from './errors.js';

type Resolve = GraphQLFieldResolver<unknown, RequestContext>;

/** Returns false for `Unchanged`: it only ends a read whose caller has the current response. */
const isFailure = (error: unknown): boolean => !(innermost(error) instanceof Unchanged);

/**
 * Makes the root fields of queries and mutations run in spans. Other fields get no span, because a
 * list has thousands of them; their loads have one for each batch. Changes the given schema and
 * returns it.
 */
export function traceRootFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (field.resolve) field.resolve = traced(`${type?.name}.${field.name}`, field.resolve);
    }
  }
  return schema;
}

function traced(name: string, resolve: Resolve): Resolve {
  return (root, args, ctx, info) => {
    const tracer = tracerNow();
    if (tracer === null) return resolve(root, args, ctx, info);
    return inSpan(tracer, { name }, () => resolve(root, args, ctx, info), isFailure);
  };
}

/** Runs a stored operation in a span, which records its first error unless that is `Unchanged`. */
export function tracedOperation(
  tracer: Tracer,
  { kind, name }: { readonly kind: string; readonly name: string },
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const attributes = { 'graphql.operation.type': kind, 'graphql.operation.name': name };
  return inSpan(tracer, { name: `${kind} ${name}`, attributes }, async () => {
    const result = await run();
    const error = result.errors?.[0];
    const span = tracer.active();
    if (span && error !== undefined && isFailure(error)) noteError(span, tracedError(error));
    return result;
  });
}

/** Runs the work for a request to `/graphql` in a span. `nameOperations` renames the span. */
export function inOperationSpan<T>(work: () => T): T {
  const tracer = tracerNow();
  return tracer === null ? work() : inSpan(tracer, { name: 'graphql' }, work);
}

/**
 * Names the span of an operation at `/graphql` after its type, and records its first error. The
 * span does not have the operation's name, because a client can choose any name.
 */
export const nameOperations: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        const span = tracerNow()?.active();
        if (!span || !operation) return;
        span.rename(`graphql ${operation.operation}`);
        span.set({ 'graphql.operation.type': operation.operation });
      },
      async didEncounterErrors({ errors }) {
        const span = tracerNow()?.active();
        if (span) noteError(span, tracedError(errors[0]));
      },
    };
  },
};
