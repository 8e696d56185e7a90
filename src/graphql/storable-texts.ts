import type { ApolloServerPlugin } from '@apollo/server';
import {
  BREAK,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  visit,
} from 'graphql';
import { isStorable } from '../platform/json.js';
import { problem } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import type { RequestContext } from '../request/context.js';
import { lowerCaseId } from '../request/ids.js';
import { refusalOf } from './errors.js';

/**
 * Rejects texts in an operation or its variables that PostgreSQL cannot store, with
 * `invalid_input`. The REST facade does the same.
 */
export function refuseUnstorable(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document }) {
          let isWhole = isStorable(request.variables, LIMITS.jsonLevels);
          visit(document, {
            StringValue({ value }) {
              isWhole &&= isStorable(value, 0);
              return isWhole ? undefined : BREAK;
            },
          });
          if (!isWhole) throw refusalOf(problem('invalid_input', { log: 'an unstorable text' }));
        },
      };
    },
  };
}

/**
 * Lowercases every UUID for the resolvers of a schema, because the database stores lower case.
 * Clients may send either case on any face. No other code needs to handle this.
 */
export function withLowerCaseIds(schema: GraphQLSchema): GraphQLSchema {
  const readers = createReaders();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) wrap(field, readers);
  }
  return schema;
}

type Read = (value: unknown) => unknown;
type Members = readonly (readonly [name: string, read: Read])[];

function wrap(field: GraphQLField<unknown, unknown>, readerOf: Readers): void {
  const { resolve } = field;
  const members = membersOf(field.args, readerOf);
  if (!resolve || members.length === 0) return;
  field.resolve = (root, args, ctx, info) => resolve(root, rewritten(args, members), ctx, info);
}

/** Creates the converter of an input type; null if the type cannot contain an id. */
type Readers = (type: GraphQLInputType) => Read | null;

function createReaders(): Readers {
  const objects = new Map<string, Read | null>();
  const readerOf: Readers = (type) => {
    if (isNonNullType(type)) return readerOf(type.ofType);
    if (isListType(type)) {
      const read = readerOf(type.ofType);
      return read && ((value) => (Array.isArray(value) ? value.map(read) : value));
    }
    if (isInputObjectType(type)) {
      const known = objects.get(type.name);
      if (known !== undefined) return known;
      // No input type of the schema contains itself.
      const members = membersOf(Object.values(type.getFields()), readerOf);
      const read: Read | null =
        members.length === 0
          ? null
          : (value) => (isRecord(value) ? rewritten(value, members) : value);
      objects.set(type.name, read);
      return read;
    }
    return type.name === 'ID' ? readId : null;
  };
  return readerOf;
}

interface Typed {
  readonly name: string;
  readonly type: GraphQLInputType;
}

function membersOf(fields: readonly Typed[], readerOf: Readers): Members {
  return fields.flatMap(({ name, type }) => {
    const read = readerOf(type);
    return read ? [[name, read] as const] : [];
  });
}

function rewritten(values: Readonly<Record<string, unknown>>, members: Members) {
  const result = { ...values };
  for (const [name, read] of members) {
    if (Object.hasOwn(values, name)) result[name] = read(values[name]);
  }
  return result;
}

const readId: Read = (value) => (typeof value === 'string' ? lowerCaseId(value) : value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
