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
import type { Log } from '../platform/log.js';
import { readRelease } from '../platform/release.js';
import { createRevalidation, Unchanged } from '../request/validator.js';
import { innermost, toRegistered } from './errors.js';
import type { Operation, Outcome } from './gateway.js';

/**
 * Parses, validates and compiles the operations of a source once, by name. A compiled operation
 * costs a tenth of an interpreted one (docs/decisions/0003). Throws if an operation does not match
 * the schema, so that the service does not start.
 */
export function compileOperations(
  schema: GraphQLSchema,
  source: string,
  log: Log,
): ReadonlyMap<string, Operation> {
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
      return [name, compile(schema, { name, document, digest }, log)];
    }),
  );
}

function compile(
  schema: GraphQLSchema,
  { name, document, digest }: { name: string; document: DocumentNode; digest: string },
  log: Log,
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
    async run(variables, ctx, holds) {
      if (!holds) return outcomeOf(await compiled.query({}, ctx, { ...variables }), log);
      const scope = [digest, ctx.platform.publicUrl, variables];
      const revalidation = createRevalidation(scope, holds);
      const result = await compiled.query({}, { ...ctx, revalidation }, { ...variables });
      return { ...outcomeOf(result, log), validator: revalidation.validator };
    },
  };
}

function outcomeOf(result: ExecutionResult, log: Log): Outcome {
  const [error] = result.errors ?? [];
  if (innermost(error) instanceof Unchanged) return { unchanged: true };
  if (error) return { error: toRegistered(error, log) };
  return { data: result.data ?? {} };
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) return definition;
  }
  throw new Error('a document without an operation');
}
