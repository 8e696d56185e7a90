import {
  type GraphQLInputType,
  type GraphQLScalarType,
  getNamedType,
  isEnumType,
  isScalarType,
} from 'graphql';
import type { FieldCode } from '../src/registry/errors.js';
import { isValueOf, type Read } from './input.js';

// A pattern, because Number() accepts '', ' 1 ', '0x10' and '1e3' as well.
const INTEGER = /^-?\d{1,10}$/;
const DECIMAL = /^-?\d{1,300}(?:\.\d{1,300})?$/;

const SPELLINGS: Readonly<Record<string, (text: string) => unknown>> = {
  Int: (text) => (INTEGER.test(text) ? Number(text) : undefined),
  Float: (text) => (DECIMAL.test(text) ? Number(text) : undefined),
  Boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

/**
 * Creates the reader that parses a text from a path, a query or a header as a value of the type.
 * For a list type, it parses one item. Throws for an input object, because no text can express one.
 */
export function textReader(type: GraphQLInputType): Read {
  const leaf = getNamedType(type);
  if (isEnumType(leaf)) {
    return (text, path, problems) =>
      leaf.getValue(String(text)) ? text : problems.add(path, 'unknown_value');
  }
  if (!isScalarType(leaf)) throw new Error(`${leaf.name} has no spelling as text`);
  const spell = SPELLINGS[leaf.name];
  return spell ? spelledReader(leaf, spell) : plainReader(leaf);
}

const spelledReader =
  (type: GraphQLScalarType, spell: (text: string) => unknown): Read =>
  (text, path, problems) => {
    const value = spell(String(text));
    const fits = value !== undefined && isValueOf(type, value);
    return fits ? value : problems.add(path, 'invalid_type');
  };

// PostgreSQL cannot store NUL, so no text with one can name anything.
const plainReader =
  (type: GraphQLScalarType): Read =>
  (text, path, problems) => {
    const fits = !String(text).includes('\0') && isValueOf(type, text);
    return fits ? text : problems.add(path, faultOf(path));
  };

/** The field code of a text that cannot be read. Cursors have one code for all faults. Spec 4.1. */
const faultOf = (path: string): FieldCode =>
  path === 'cursor' ? 'invalid_cursor' : 'invalid_format';
