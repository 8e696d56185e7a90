import { hash } from 'node:crypto';
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
import { readRelease } from '../platform/release.js';
import type { RequestContext } from '../request/context.js';
import { createRevalidation, Unchanged } from '../request/validator.js';
import { innermost, toRegistered } from './errors.js';
import type { Operation, OperationOutcome } from './gateway.js';

type Operations = ReadonlyMap<string, Operation>;

// All services of a process have the same schema and sources.
const compiledOf = new WeakMap<GraphQLSchema, Map<string, Operations>>();

/**
 * Parses, validates and compiles the operations of a source, by name. The same schema and source
 * return the same operations. A compiled operation costs a tenth of an interpreted one
 * (docs/decisions/0003). Throws if an operation does not match the schema, so that the service does
 * not start.
 */
export function compileOperations(schema: GraphQLSchema, source: string): Operations {
  const bySource = compiledOf.get(schema) ?? new Map<string, Operations>();
  const known = bySource.get(source);
  if (known) return known;
  const operations = compileAll(schema, source);
  compiledOf.set(schema, bySource.set(source, operations));
  return operations;
}

function compileAll(schema: GraphQLSchema, source: string): Operations {
  const whole = parse(source);
  const [fault] = validate(schema, whole);
  if (fault) throw fault;
  const release = readRelease();
  const documents = Object.entries(separateOperations(whole));
  return new Map(
    documents.map(([name, document]) => {
      // The validator depends on the release and on the selection, because both change what the
      // same rows show.
      const digest = hash('sha256', `${release} ${print(document)}`);
      return [name, compile(schema, { name, document, digest })];
    }),
  );
}

function compile(
  schema: GraphQLSchema,
  { name, document, digest }: { name: string; document: DocumentNode; digest: string },
): Operation {
  const kind = operationOf(document).operation;
  if (kind === 'subscription') throw new Error(`${name} is a subscription`);
  const compiled = compileQuery(schema, document, name);
  if (!isCompiledQuery(compiled)) {
    throw new Error(`${name} does not compile: ${compiled.errors?.[0]?.message}`);
  }
  return {
    name,
    kind,
    document,
    async run(variables, ctx) {
      return outcomeOf(await compiled.query({}, ctx, { ...variables }), ctx.platform.log);
    },
    async runConditional(variables, ctx, matches) {
      const { log } = ctx.platform;
      const scope = [digest, ctx.platform.publicUrl, variables];
      const revalidation = createRevalidation(scope, matches);
      const result = await compiled.query({}, { ...ctx, revalidation }, { ...variables });
      const { validator, pagination } = revalidation;
      const isUnchanged = innermost(result.errors?.[0]) instanceof Unchanged;
      if (isUnchanged && validator !== null) return { unchanged: true, validator, pagination };
      return { ...outcomeOf(result, log), validator, pagination };
    },
  };
}

function outcomeOf(
  result: ExecutionResult,
  log: RequestContext['platform']['log'],
): OperationOutcome {
  const [error] = result.errors ?? [];
  if (error) return { error: toRegistered(error, log) };
  return { data: result.data ?? {} };
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) return definition;
  }
  throw new Error('a document without an operation');
}
