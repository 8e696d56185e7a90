import { z } from 'zod';
import { RegisteredError } from '../../../registry/errors.js';

/** Converts `game_slug` to the domain's `gameSlug`. */
function domainName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts `gameSlug` to the clients' `game_slug`. */
function toolName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns the members of a domain schema under their names in tools: `gameSlug` becomes
 * `game_slug`.
 */
export function toolMembers<S extends z.ZodRawShape>(shape: S): Record<string, z.ZodType> {
  // Every member of a raw shape is a schema; its type does not express that.
  const members = Object.entries(shape) as [string, z.ZodType][];
  return Object.fromEntries(members.map(([name, schema]) => [toolName(name), schema]));
}

/**
 * Converts the validated input of a tool for verbs: renames the members of its schema and drops all
 * others. Names inside localized texts and free objects stay.
 */
export function toDomain(schema: unknown, value: unknown): unknown {
  return renamed(schema, value, (members, name) => [domainName(name), members[name]]);
}

/**
 * Converts the result of a verb for a tool: exactly the members of the schema, under their wire
 * names, with times as text. All other members stay inside the service.
 */
export function toWire(schema: unknown, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return renamed(schema, value, (members, name) => [name, members[domainName(name)]], toWire);
}

type Members = Readonly<Record<string, unknown>>;
type Rename = (members: Members, name: string) => [string, unknown];

function renamed(schema: unknown, value: unknown, rename: Rename, convert = toDomain): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return convert(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => convert(schema.element, item));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object') return value;
  const members = Object.entries(schema.shape).flatMap(([name, member]) => {
    const [to, found] = rename({ ...value }, name);
    return found === undefined ? [] : [[to, convert(member, found)] as const];
  });
  return Object.fromEntries(members);
}

/**
 * Runs a step of a tool, and converts the field names in its errors to the client's spelling, with
 * `path` before each. `path` leads to the input of the step from the arguments of the operation, or
 * from the input of an outer step.
 */
export async function withFieldsUnder<T>(path: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof RegisteredError)) throw error;
    throw error.withFieldNames((field) => fieldIn(path, field));
  }
}

/** Converts names only; a language code such as `pt-BR` is data and stays. */
function fieldIn(place: string, field: string): string {
  const segments = field.split('.').filter((segment) => segment !== '');
  const names = segments.map((it) =>
    /^[a-z][A-Za-z0-9]*(?:\[\d+\])*$/.test(it) ? toolName(it) : it,
  );
  return [place, ...names].join('.');
}
