import { type Alternative, alternativesOf } from './alternatives.js';
import type { JsonObject } from './json.js';
import type { Type } from './keywords.js';
import type { Finding } from './rules.js';
import { type Direction, findingsHere, memberPlace } from './schema-rules.js';

/** A value in two documents: the released one and the current one. */
export interface Pair<T = unknown> {
  readonly before: T;
  readonly after: T;
}

/** The state of one comparison: its documents, and the compared schemas. */
interface Walk {
  readonly documents: Pair<JsonObject>;
  readonly direction: Direction;
  /** By both schemas; null while they are compared. */
  readonly known: Map<string, readonly Finding[] | null>;
  /** Whether a schema was found inside itself, where its findings are left out. */
  hasCycle: boolean;
}

/**
 * The changes that clients of the released schema would notice, each with its place in the value.
 */
export function compareSchemas(
  documents: Pair<JsonObject>,
  schemas: Pair,
  direction: Direction,
): readonly Finding[] {
  const walks = walksIn.get(documents) ?? {
    request: { documents, direction: 'request', known: new Map(), hasCycle: false },
    response: { documents, direction: 'response', known: new Map(), hasCycle: false },
  };
  walksIn.set(documents, walks);
  const walk = walks[direction];
  const found = compare(walk, schemas);
  // Schemas of the cycle lack findings here that they need elsewhere.
  if (walk.hasCycle) walk.known.clear();
  walk.hasCycle = false;
  return found;
}

// Most schemas occur many times in a document, so each pair is compared once.
const walksIn = new WeakMap<Pair<JsonObject>, Readonly<Record<Direction, Walk>>>();

function compare(walk: Walk, { before, after }: Pair): readonly Finding[] {
  const key = JSON.stringify([before, after]);
  const seen = walk.known.get(key);
  if (seen) return seen;
  if (seen === null) {
    walk.hasCycle = true;
    return [];
  }
  walk.known.set(key, null);
  const { documents, direction } = walk;
  const ways = {
    before: alternativesOf(documents.before, before),
    after: alternativesOf(documents.after, after),
  };
  const found = direction === 'request' ? compareRequest(walk, ways) : compareResponse(walk, ways);
  walk.known.set(key, found);
  return found;
}

/** Everything that clients may send must still be accepted. */
function compareRequest(walk: Walk, { before, after }: Pair<Alternative[]>): Finding[] {
  return before.flatMap((sent): Finding[] => {
    const takers = after.filter(({ type }) => accepts(type, sent.type));
    if (takers.length === 0) {
      return [
        { place: '', rule: sent.type === 'null' ? 'request-null-refused' : 'request-type-removed' },
      ];
    }
    const twins = before.filter(({ type }) => type === sent.type);
    const found = takers.map((taker) => inside(walk, { before: sent, after: taker }));
    if (twins.length > takers.length && !found.some(isClean)) {
      return [{ place: '', rule: 'request-variant-removed' }];
    }
    return mildest(found, twins.indexOf(sent));
  });
}

/**
 * Everything that is sent must be known to clients, and everything that they read must be present.
 */
function compareResponse(walk: Walk, { before, after }: Pair<Alternative[]>): Finding[] {
  const news = after.flatMap((sent): Finding[] => {
    const known = before.filter(({ type }) => accepts(type, sent.type));
    if (known.length === 0) {
      return [
        { place: '', rule: sent.type === 'null' ? 'response-null-added' : 'response-type-changed' },
      ];
    }
    const twins = after.filter(({ type }) => type === sent.type);
    const found = known.map((reader) => inside(walk, { before: reader, after: sent }));
    if (twins.length > known.length && !found.some(isClean)) {
      return [{ place: '', rule: 'response-variant-added' }];
    }
    return mildest(found, twins.indexOf(sent));
  });
  return [...news, ...lostForms(walk, { before, after })];
}

function lostForms(walk: Walk, { before, after }: Pair<Alternative[]>): Finding[] {
  const isSomething = ({ type }: Alternative) => type !== 'null';
  if (before.some(isSomething) && !after.some(isSomething)) {
    return [{ place: '', rule: 'response-type-changed' }];
  }
  return before.flatMap((read): Finding[] => {
    const sent = after.filter(({ type }) => type === read.type);
    const twins = before.filter(({ type }) => type === read.type);
    const found = sent.map((now) => inside(walk, { before: read, after: now }));
    if (sent.length === 0 || found.some(isClean)) return [];
    return sent.length < twins.length
      ? [{ place: '', rule: 'response-variant-removed' }]
      : mildest(found, twins.indexOf(read));
  });
}

/** The findings of the matching counterpart; if none matches, of the one at the same position. */
function mildest(found: readonly (readonly Finding[])[], position: number): Finding[] {
  if (found.some(isClean)) return [];
  return [...(found[position] ?? found[0] ?? [])];
}

const isClean = (found: readonly Finding[]) => found.length === 0;

function accepts(taken: Type, given: Type): boolean {
  return taken === given || (taken === 'number' && given === 'integer');
}

function inside(walk: Walk, { before, after }: Pair<Alternative>): readonly Finding[] {
  const below = (place: string, schemas: Pair): Finding[] =>
    compare(walk, schemas).map((found) => ({ ...found, place: `${place}${found.place}` }));
  const members = [...before.properties].flatMap(([name, schema]) => {
    const now = after.properties.get(name);
    return now === undefined ? [] : below(memberPlace(name), { before: schema, after: now });
  });
  const hasMore = before.additional !== false && after.additional !== false;
  return [
    ...findingsHere(before, after, walk.direction),
    ...members,
    ...(before.type === 'array' ? below('[]', { before: before.items, after: after.items }) : []),
    ...(before.type === 'object' && hasMore
      ? below('.*', { before: before.additional, after: after.additional })
      : []),
  ];
}
