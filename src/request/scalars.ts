import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';
import { ReceivedFile } from '../platform/spool/spool.js';
import { LANGUAGE } from './texts.js';

/** A text in one or more languages: an object from language code to text. */
export type Texts = Readonly<Record<string, string>>;

/**
 * The GraphQL type of texts in several languages. Input may also be a plain string, which is
 * English. Schemas of the inputs decide whether a text may be empty.
 */
export const LanguageMap = new GraphQLScalarType<Texts, Texts>({
  name: 'LanguageMap',
  description:
    'A text in one or more languages: an object from language code to text. In input, a plain string stands for English.',
  serialize: (value) => value as Texts,
  parseValue: readTexts,
  parseLiteral: (node, variables) => readTexts(valueFromASTUntyped(node, variables)),
});

function readTexts(value: unknown): Texts {
  if (typeof value === 'string') return { en: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GraphQLError('an object from language code to text is needed');
  }
  const entries = Object.entries(value);
  for (const [language, text] of entries) {
    if (!LANGUAGE.test(language)) throw new GraphQLError('a key is no language code');
    if (typeof text !== 'string') throw new GraphQLError('a language has something but a text');
  }
  return Object.fromEntries(entries);
}

/** A whole number of up to 53 bits, also a negative one, for bytes and counts. */
export const SafeInt = new GraphQLScalarType<number, number>({
  name: 'SafeInt',
  description: 'A whole number of up to 53 bits.',
  serialize: (value) => (typeof value === 'bigint' ? Number(value) : (value as number)),
  parseValue: readSafeInt,
  parseLiteral(node) {
    if (node.kind !== Kind.INT) throw new GraphQLError('a whole number is needed');
    return readSafeInt(Number(node.value));
  },
});

function readSafeInt(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('a whole number of up to 53 bits is needed');
}

/** A JSON object that the service stores unchanged. */
export const JsonObject = new GraphQLScalarType<object, unknown>({
  name: 'JSONObject',
  description: 'A JSON object, stored unchanged.',
  serialize: (value) => value,
  parseValue: readObject,
  parseLiteral: (node, variables) => readObject(valueFromASTUntyped(node, variables)),
});

function readObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GraphQLError('a JSON object is needed');
  }
  return value;
}

/**
 * A file argument. It is a handle within the process and never JSON. The REST or GraphQL
 * server receives and measures the file before the operation runs, and closes it afterwards.
 */
export const Upload = new GraphQLScalarType<ReceivedFile, never>({
  name: 'Upload',
  description:
    'A file. A GraphQL request with a file is a form (`multipart/form-data`) with the parts `operations`, `map` and `0`, as the GraphQL multipart request specification says.',
  serialize() {
    throw new GraphQLError('a file is never returned');
  },
  parseValue(value) {
    if (value instanceof ReceivedFile) return value;
    throw new GraphQLError('a file comes with a form');
  },
  parseLiteral() {
    throw new GraphQLError('a file comes with a form');
  },
});
