import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { ANY_UUID } from '../src/registry/patterns.js';
import type { FieldProblems } from './field-problems.js';

/**
 * Turns a JSON value into a GraphQL input value. Reports invalid values under their wire path; the
 * result is valid only if nothing was reported.
 */
export type Read = (value: unknown, path: string, problems: FieldProblems) => unknown;

/** A member of a JSON object: its internal name, and how its value is read. */
export interface Member {
  readonly name: string;
  readonly read: Read;
  readonly required: boolean;
}

/** The spelling of input members on the wire. */
export type Names = 'snake' | 'camel';

/** The wire name of an input member: `gameSlug` is `game_slug` in snake. */
export function wireName(name: string, names: Names): string {
  return names === 'camel' ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Reads JSON objects with these members, by wire name. Reports `unknown_member` for any other
 * member, `required` for a missing one, and `invalid_type` for a value that is no object.
 */
export function objectReader(members: ReadonlyMap<string, Member>): Read {
  return (value, path, problems) => {
    if (!isRecord(value)) return problems.add(path, 'invalid_type');
    const result: Record<string, unknown> = {};
    for (const wire of Object.keys(value)) {
      const member = members.get(wire);
      if (member) result[member.name] = member.read(value[wire], memberOf(path, wire), problems);
      else problems.add(memberOf(path, wire), 'unknown_member');
    }
    for (const [wire, member] of members) {
      if (member.required && !Object.hasOwn(value, wire)) {
        problems.add(memberOf(path, wire), 'required');
      }
    }
    return result;
  };
}

/** Returns the reader of JSON values for an input type. */
export type Readers = (type: GraphQLInputType) => Read;

/** Creates the readers for one spelling of member names. Each object type is compiled once. */
export function createReaders(names: Names): Readers {
  const objects = new Map<GraphQLInputObjectType, Read>();

  function objectOf(type: GraphQLInputObjectType): Read {
    const known = objects.get(type);
    if (known) return known;
    const members = new Map<string, Member>();
    const read = type.isOneOf ? oneOf(objectReader(members)) : objectReader(members);
    // Stored before its members are read: an input type may contain itself.
    objects.set(type, read);
    for (const field of Object.values(type.getFields())) {
      const required = isRequiredInputField(field);
      members.set(wireName(field.name, names), {
        name: field.name,
        read: readerOf(field.type),
        required,
      });
    }
    return read;
  }

  function readerOf(type: GraphQLInputType): Read {
    if (isNonNullType(type)) return present(readerOf(type.ofType));
    if (isListType(type)) return nullable(listReader(readerOf(type.ofType)));
    if (isInputObjectType(type)) return nullable(objectOf(type));
    return nullable(isEnumType(type) ? enumReader(type) : scalarReader(type));
  }

  return readerOf;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

const nullable =
  (read: Read): Read =>
  (value, path, problems) =>
    value === null ? null : read(value, path, problems);

const present =
  (read: Read): Read =>
  (value, path, problems) =>
    value === null ? problems.add(path, 'required') : read(value, path, problems);

const oneOf =
  (read: Read): Read =>
  (value, path, problems) =>
    isRecord(value) && Object.values(value).filter((member) => member !== null).length !== 1
      ? problems.add(path, 'exactly_one')
      : read(value, path, problems);

// GraphQL would accept a single value as a list of one; on the wire that is a mistake. Once no
// problem is kept, values are not read: each wrong one of a long list would make an error.
const listReader =
  (read: Read): Read =>
  (value, path, problems) =>
    Array.isArray(value)
      ? value.map((item, index) =>
          problems.isFull() ? undefined : read(item, `${path}[${index}]`, problems),
        )
      : problems.add(path, 'invalid_type');

const enumReader =
  (type: GraphQLEnumType): Read =>
  (value, path, problems) => {
    if (typeof value !== 'string') return problems.add(path, 'invalid_type');
    return type.getValue(value) ? value : problems.add(path, 'unknown_value');
  };

const BUILT_IN: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  ID: 'string',
  String: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
};

// Passes the value on unchanged: the engine parses it again, and custom scalars such as JSON need
// the original.
function scalarReader(type: GraphQLScalarType): Read {
  const expected = BUILT_IN[type.name];
  return (value, path, problems) => {
    if (expected && typeof value !== expected) return problems.add(path, 'invalid_type');
    return isValueOf(type, value) ? value : problems.add(path, 'invalid_format');
  };
}

/** Whether a value is valid for a scalar type. Every `ID` is a UUID in any case (Spec 1). */
export function isValueOf(type: GraphQLScalarType, value: unknown): boolean {
  if (type.name === 'ID') return typeof value === 'string' && ANY_UUID.test(value);
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}
