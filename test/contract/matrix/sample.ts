import type { Json } from '../../actors.js';
import { bodySchemaOf, type Operation, pathPlacesOf, resolved } from './operations.js';

/** A request without its credential; unchanged, it succeeds. */
export interface Sample {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The file of a form; the body is then another part. */
  readonly file?: Buffer;
  readonly ifMatch?: string;
}

/** A part of a request that names something: `path.mod_id`, or `body.versions[0].mod_id`. */
export interface Place {
  readonly name: string;
  /** The field name in problem documents. */
  readonly field: string;
  readonly in: 'path' | 'body';
  /** Whether the value is a UUID; otherwise it is a name such as a slug. */
  readonly isId: boolean;
  /** The value in the sample. */
  readonly value: string;
  /** The same request with another value in this place. */
  with(value: string): Sample;
}

/** The places of a sample, first those of the path, then those of the body. */
export function placesOf(operation: Operation, sample: Sample): Place[] {
  const inPath = pathPlacesOf(operation).map(({ name, isId }): Place => {
    const value = sample.parameters?.[name];
    if (value === undefined) throw new Error(`${operation.operationId}: no ${name} in the sample`);
    return {
      name: `path.${name}`,
      field: name,
      in: 'path',
      isId,
      value,
      with: (other) => ({ ...sample, parameters: { ...sample.parameters, [name]: other } }),
    };
  });
  const inBody = idsIn(bodySchemaOf(operation), sample.body, []).map(([keys, value]): Place => {
    const field = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    return {
      name: `body${field}`,
      field: field.slice(1),
      in: 'body',
      isId: true,
      value,
      with: (other) => ({ ...sample, body: replaced(sample.body, keys, other) }),
    };
  });
  return [...inPath, ...inBody];
}

type Keys = readonly (string | number)[];

/** The places of ids in a value, according to its schema. */
function idsIn(schemaOrRef: Json, value: Json, keys: Keys): [Keys, string][] {
  const schema = resolved(schemaOrRef?.anyOf?.[0] ?? schemaOrRef);
  if (schema?.format === 'uuid' && typeof value === 'string') return [[keys, value]];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => idsIn(schema?.items, item, [...keys, index]));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    idsIn(schema?.properties?.[name], member, [...keys, name]),
  );
}

function replaced(value: Json, [key, ...rest]: Keys, other: string): Json {
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(copy[key], rest, other);
  return copy;
}
