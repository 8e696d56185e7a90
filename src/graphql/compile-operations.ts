import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  separateOperations,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { onceFor } from '../platform/concurrency.js';
import { readRelease } from '../platform/release.js';
import { tracerNow } from '../platform/tracing/tracing.js';
import type { RequestContext } from '../request/context.js';
import { createRevalidation, Unchanged } from '../request/validator.js';
import { innermost, toRegistered } from './errors.js';
import type { Operation, OperationOutcome } from './gateway.js';
import { tracedOperation } from './trace-operations.js';
import { type GivenVariables, noteVariableFaults } from './variable-faults.js';

/**
 * Reads all `.graphql` files of a folder as one GraphQL source. Each call reads them synchronously,
 * so call it only at start.
 */
export function readOperationFiles(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

type Variables = Readonly<Record<string, unknown>>;
type Operations = ReadonlyMap<string, Operation>;

// All services of a process have the same schema and sources.
const compiledOf = new WeakMap<GraphQLSchema, Map<string, Operations>>();

/**
 * Parses the operations of a source, by name. Each is compiled when it first runs, because
 * compiling all of them takes longer than the rest of a start. `checkOperations` checks them at
 * build time. The same schema and source return the same operations. A compiled operation costs a
 * tenth of an interpreted one (docs/decisions/0003). Throws for a syntax error or a subscription.
 */
export function compileOperations(schema: GraphQLSchema, source: string): Operations {
  const bySource = compiledOf.get(schema) ?? new Map<string, Operations>();
  const known = bySource.get(source);
  if (known) return known;
  const documents = Object.entries(separateOperations(parse(source)));
  const operations = new Map(
    documents.map(([name, document]) => [name, operationOf(schema, name, document)]),
  );
  compiledOf.set(schema, bySource.set(source, operations));
  return operations;
}

/**
 * Checks that all operations of a source match the schema and compile. Throws the first fault, so
 * that the program is not built.
 */
export function checkOperations(schema: GraphQLSchema, source: string): void {
  const [fault] = validate(schema, parse(source));
  if (fault) throw fault;
  for (const [name, { document }] of compileOperations(schema, source)) {
    compile(schema, name, document);
  }
}

function compile(schema: GraphQLSchema, name: string, document: DocumentNode) {
  const compiled = compileQuery(schema, document, name);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw new Error(`${name} does not compile: ${compiled.errors?.[0]?.message}`);
}

function operationOf(schema: GraphQLSchema, name: string, document: DocumentNode): Operation {
  const kind = definitionOf(document).operation;
  if (kind === 'subscription') throw new Error(`${name} is a subscription`);
  const query = onceFor(() => compile(schema, name, document));
  // The validator depends on the release and on the selection, because both change what the same
  // rows show.
  const digest = onceFor(() => hash('sha256', `${readRelease()} ${print(document)}`));
  const execute = async (variables: object, ctx: RequestContext) => {
    const tracer = tracerNow();
    if (tracer === null) return query()({}, ctx, { ...variables });
    const run = async () => query()({}, ctx, { ...variables });
    return tracedOperation(tracer, { kind, name }, run);
  };
  const given = (variables: Variables) =>
    ({ schema, document, variables, named: 'member' }) as const;
  return {
    name,
    kind,
    document,
    async run(variables, ctx) {
      return outcomeOf(await execute(variables, ctx), given(variables), ctx);
    },
    async runConditional(variables, ctx, matches) {
      const scope = [digest(), ctx.platform.publicUrl, variables];
      const revalidation = createRevalidation(scope, matches);
      const result = await execute(variables, { ...ctx, revalidation });
      const { validator, pagination } = revalidation;
      const isUnchanged = innermost(result.errors?.[0]) instanceof Unchanged;
      if (isUnchanged && validator !== null) return { unchanged: true, validator, pagination };
      return { ...outcomeOf(result, given(variables), ctx), validator, pagination };
    },
  };
}

function outcomeOf(
  { errors = [], data }: ExecutionResult,
  given: GivenVariables,
  { platform }: RequestContext,
): OperationOutcome {
  const [error] = errors;
  if (!error) return { data: data ?? {} };
  noteVariableFaults([error], given);
  return { error: toRegistered(error, platform.log) };
}

function definitionOf(document: DocumentNode): OperationDefinitionNode {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) return definition;
  }
  throw new Error('a document without an operation');
}
