import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  separateOperations,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Log } from '../platform/log.js';
import { toRegistered } from './errors.js';
import type { Operation, Outcome } from './gateway.js';

/**
 * Parses, validates and compiles the operations of a source once, by name. A compiled operation
 * costs a tenth of an interpreted one (docs/decisions/0003).
 * Throws where an operation does not fit the schema: the service must not start then.
 */
export function compileOperations(
  schema: GraphQLSchema,
  source: string,
  log: Log,
): ReadonlyMap<string, Operation> {
  const whole = parse(source);
  const [fault] = validate(schema, whole);
  if (fault) throw fault;
  const documents = Object.entries(separateOperations(whole));
  return new Map(documents.map(([name, document]) => [name, compile(schema, name, document, log)]));
}

function compile(schema: GraphQLSchema, name: string, document: DocumentNode, log: Log): Operation {
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
      const result = await compiled.query({}, ctx, { ...variables });
      return outcomeOf(result, log);
    },
  };
}

function outcomeOf(result: ExecutionResult, log: Log): Outcome {
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
