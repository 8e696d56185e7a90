import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql';
import { type Names, wireName } from '../input.js';
import { type Components, type Schema, scalarSchema } from './components.js';

/**
 * One form of an input object. Its members are paths such as `expectedHashes.sha256`:
 * - `values`: a member with one of these values
 * - `present`: a member that is neither null nor an empty list
 * - `absent`: a member that is omitted or null
 */
interface Form {
  readonly values?: Readonly<Record<string, readonly string[]>>;
  readonly present?: readonly string[];
  readonly absent?: readonly string[];
}

/**
 * The schema of a rule that at least one, or exactly one, of several forms applies. `atLeastOneOf`
 * or `exactlyOneOf` in the type's `@Extensions` lists the forms; a plain name there means that this
 * member is present. Empty for a type without such a rule. The schema uses `if` and `else`, because
 * client generators would turn the forms of an `anyOf` into types.
 */
export function choiceOf(
  type: GraphQLInputObjectType,
  names: Names,
  components: Components,
): Schema {
  for (const [extension, keyword] of [
    ['atLeastOneOf', 'anyOf'],
    ['exactlyOneOf', 'oneOf'],
  ] as const) {
    const ways: unknown = type.extensions[extension];
    if (!Array.isArray(ways)) continue;
    const forms = ways.map((way): Form => (typeof way === 'string' ? { present: [way] } : way));
    const listed = forms.map((form) => schemaOf(type, form, names, components));
    return { if: { [keyword]: listed }, else: false };
  }
  return {};
}

function schemaOf(
  type: GraphQLInputObjectType,
  form: Form,
  names: Names,
  components: Components,
): Schema {
  const { values = {}, present = [], absent = [] } = form;
  const members = new Set([...Object.keys(values), ...present, ...absent].map(headOf));
  const properties = [...members].map((name) => {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no member ${name}`);
    const of = getNullableType(field.type);
    const listed = values[name];
    const inner = below(form, name);
    if (absent.includes(name)) return [wireName(name, names), { type: 'null' }];
    if (listed) return [wireName(name, names), { type: 'string', enum: listed }];
    const nested = inner && isInputObjectType(of) ? schemaOf(of, inner, names, components) : {};
    return [wireName(name, names), { ...presence(of, components), ...nested }];
  });
  const required = [...members].filter((name) => !absent.includes(name));
  return {
    properties: Object.fromEntries(properties),
    required: required.map((name) => wireName(name, names)),
  };
}

/** A value that is neither null nor an empty list. */
function presence(type: GraphQLInputType, components: Components): Schema {
  if (isListType(type)) return { type: 'array', minItems: 1 };
  if (isInputObjectType(type)) return { type: 'object' };
  return { type: (isScalarType(type) && scalarSchema(type, components)['type']) || 'string' };
}

const headOf = (path: string): string => path.split('.', 1)[0] ?? path;

/** The part of a form that is about the members of a member; null if it only names the member. */
function below({ values = {}, present = [], absent = [] }: Form, name: string): Form | null {
  const prefix = `${name}.`;
  const inside = (paths: readonly string[]) =>
    paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const inner = {
    values: Object.fromEntries(
      Object.entries(values).flatMap(([path, listed]) =>
        inside([path]).map((rest) => [rest, listed]),
      ),
    ),
    present: inside(present),
    absent: inside(absent),
  };
  const count = Object.keys(inner.values).length + inner.present.length + inner.absent.length;
  return count > 0 ? inner : null;
}
