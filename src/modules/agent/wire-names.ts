import { z } from 'zod';

/** `game_slug` as the domain calls it: `gameSlug`. */
export function domainName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `gameSlug` as clients write it: `game_slug`. */
export function toolName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The members of a schema of the domain under the names that tools have for them. */
export function toolMembers<S extends z.ZodRawShape>(shape: S): Record<string, z.ZodType> {
  // Every member of a raw shape is a schema; its type does not say so of any name.
  const members = Object.entries(shape) as [string, z.ZodType][];
  return Object.fromEntries(members.map(([name, schema]) => [toolName(name), schema]));
}

/** The input of a tool as verbs take it. Names within texts by language and free objects stay. */
export function toDomain(schema: unknown, value: unknown): unknown {
  return renamed(schema, value, (members, name) => [domainName(name), members[name]]);
}

/**
 * What a verb answered as a tool shows it: exactly the members that the schema has, under the names
 * of the wire, with times as text. Whatever else the answer holds does not leave the service.
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
