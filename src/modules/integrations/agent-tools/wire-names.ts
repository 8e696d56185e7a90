import { z } from 'zod';

/** Converts `game_slug` to the domain's `gameSlug`. */
export function domainName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts `gameSlug` to the clients' `game_slug`. */
export function toolName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The members of a domain schema under their names in tools. */
export function toolMembers<S extends z.ZodRawShape>(shape: S): Record<string, z.ZodType> {
  // Every member of a raw shape is a schema; its type does not express that.
  const members = Object.entries(shape) as [string, z.ZodType][];
  return Object.fromEntries(members.map(([name, schema]) => [toolName(name), schema]));
}

/** Converts the input of a tool for verbs. Names inside localized texts and free objects stay. */
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
