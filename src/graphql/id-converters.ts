import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { lowerCaseId } from '../request/ids.js';

/**
 * Lowercases every UUID in the `ID` members of a value. Returns values of other types unchanged.
 */
export type ConvertIds = (value: unknown) => unknown;

/** A member of an object: its name in the object, and its type. */
export interface TypedMember {
  readonly name: string;
  readonly type: GraphQLInputType;
}

/** Creates converters for the values of a type, or of an object with these members. */
export interface IdConverters {
  /** Null if a value of the type cannot contain an id. */
  ofType(type: GraphQLInputType): ConvertIds | null;
  /** Null if no member can contain an id. */
  ofMembers(members: readonly TypedMember[]): ConvertIds | null;
}

/**
 * Creates the converters of input types. Each object type is compiled once. `nameOf` returns the
 * name of a field of an input type in the values.
 */
export function createIdConverters(nameOf: (field: string) => string): IdConverters {
  const objects = new Map<string, ConvertIds | null>();

  function ofType(type: GraphQLInputType): ConvertIds | null {
    if (isNonNullType(type)) return ofType(type.ofType);
    if (isListType(type)) {
      const convert = ofType(type.ofType);
      return convert && ((value) => (Array.isArray(value) ? value.map(convert) : value));
    }
    if (!isInputObjectType(type)) return type.name === 'ID' ? convertId : null;
    const known = objects.get(type.name);
    if (known !== undefined) return known;
    // No input type of the schema contains itself.
    const fields = Object.values(type.getFields());
    const convert = ofMembers(
      fields.map(({ name, type: its }) => ({ name: nameOf(name), type: its })),
    );
    objects.set(type.name, convert);
    return convert;
  }

  function ofMembers(members: readonly TypedMember[]): ConvertIds | null {
    const converters = members.flatMap(({ name, type }) => {
      const convert = ofType(type);
      return convert ? [[name, convert] as const] : [];
    });
    if (converters.length === 0) return null;
    return (values) => (isRecord(values) ? rewritten(values, converters) : values);
  }

  return { ofType, ofMembers };
}

function rewritten(
  values: Readonly<Record<string, unknown>>,
  converters: readonly (readonly [name: string, convert: ConvertIds])[],
) {
  const result = { ...values };
  for (const [name, convert] of converters) {
    if (Object.hasOwn(values, name)) result[name] = convert(values[name]);
  }
  return result;
}

const convertId: ConvertIds = (value) => (typeof value === 'string' ? lowerCaseId(value) : value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
