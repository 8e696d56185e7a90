import { createHash } from 'node:crypto';
import type { GraphQLRequestContext } from '@apollo/server';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  separateOperations,
} from 'graphql';
import { canonicalJson } from '../platform/json.js';
import { problem, type RegisteredError, type TextForPeople } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { AccessRule } from '../request/authorize.js';
import type { RequestContext } from '../request/context.js';
import type { KeyedWrite } from '../request/idempotency.js';
import { accessOf, operationFactsOf } from './field-facts.js';
import { lowerCaseVariables, withLowerCaseLiterals } from './lower-case-ids.js';
import { selectsSecret } from './secret-fields.js';

/** A root field of an operation. */
export interface RootField {
  readonly name: string;
  /** The names of its arguments. */
  readonly args: ReadonlySet<string>;
}

/**
 * The root fields of an operation, by response key (alias or name). One field under three aliases
 * is three entries. Includes fields that `@skip` or `@include` leaves out of the response.
 */
export function rootFieldsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadonlyMap<string, RootField> {
  const fragments = fragmentsOf(document);
  const fields = new Map<string, RootField>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.name.value;
        const args = new Set(selection.arguments?.map((argument) => argument.name.value));
        fields.set(selection.alias?.value ?? name, { name, args });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        // Visits each fragment once, because a repeated one selects the same keys.
        fragments.delete(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(operation.selectionSet);
  return fields;
}

/** The fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  return fragments;
}

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyCharacters}}$`);

const ONE_FIELD: TextForPeople = {
  en: 'An Idempotency-Key covers one mutation; send each mutation field in a request of its own.',
  ru: 'Idempotency-Key относится к одной мутации; отправляйте каждое поле мутации отдельным запросом.',
  de: 'Ein Idempotency-Key gilt für eine Mutation; senden Sie jedes Mutationsfeld in einer eigenen Anfrage.',
};

/** A mutation with an idempotency key. */
export interface Keyed extends KeyedWrite {
  /** The response key of the mutation's field: its alias or name. */
  readonly root: string;
  /**
   * The full access rule of the mutation, which is checked before a replay. A replay runs no verb,
   * so no verb can check the scope of `ScopedByVerb`. Undefined for an unknown mutation.
   */
  readonly rule: AccessRule | undefined;
  /**
   * The kind of caller that the verb accepts: a browser session, or a program with any other
   * credential. Undefined if it accepts both.
   */
  readonly onlyFor: 'program' | 'session' | undefined;
  /** Whether its response may be stored for a replay: it has no secret (`selectsSecret`). */
  readonly keeps: boolean;
}

type Request = Pick<GraphQLRequestContext<RequestContext>, 'request' | 'contextValue'> & {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | null;
};

/**
 * The keyed mutation of a request; null for a query or without a key. Throws `invalid_input` for a
 * malformed key, and for a key with several mutation fields.
 */
export function keyedOf(schema: GraphQLSchema, request: Request): Keyed | null {
  const { document, operation } = request;
  const key = request.request.http?.headers.get('idempotency-key');
  if (key === undefined || operation.operation !== 'mutation') return null;
  if (!KEY.test(key)) throw refusedKey('invalid_format');
  const fields = [...rootFieldsOf(document, operation)].filter(
    ([, it]) => !it.name.startsWith('__'),
  );
  const [[root, field] = [], second] = fields;
  if (root === undefined || field === undefined) return null;
  if (second) throw refusedKey('not_allowed', ONE_FIELD);
  const own = separateOperations(document)[operation.name?.value ?? ''] ?? document;
  const declared = schema.getMutationType()?.getFields()[field.name];
  return {
    operation: `graphql ${field.name}`,
    key,
    root,
    fingerprint: fingerprintOf(schema, own, request),
    rule: declared && accessOf(declared),
    onlyFor: declared && kindOfCaller(declared),
    keeps: !selectsSecret(schema, own),
  };
}

function kindOfCaller(field: GraphQLField<unknown, unknown>): Keyed['onlyFor'] {
  const needs = operationFactsOf(field)?.needs;
  return needs === 'program' || needs === 'session' ? needs : undefined;
}

function refusedKey(
  code: 'invalid_format' | 'not_allowed',
  detail?: TextForPeople,
): RegisteredError {
  const fields = [{ field: 'Idempotency-Key', code }];
  return problem('invalid_input', { fields, ...(detail ? { detail } : {}) });
}

/**
 * The fingerprint of a request. Two requests are the same if their operation, variables and
 * permitted mods are the same. So a credential for other mods never gets the stored response. The
 * case of an id makes no difference.
 */
function fingerprintOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, request, contextValue }: Request,
): string {
  const { viewer } = contextValue;
  const modIds = viewer.kind === 'user' ? viewer.credential.modIds : null;
  const same = {
    operation: print(withLowerCaseLiterals(schema, document)),
    variables: lowerCaseVariables(schema, operation, request.variables ?? {}),
    reach: modIds && [...modIds].sort(),
  };
  return createHash('sha256').update(canonicalJson(same)).digest('hex');
}
