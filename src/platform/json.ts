import { createTurns } from './concurrency.js';

/** Parses JSON. Returns undefined for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serializes JSON with sorted members, so that equal requests have equal digests. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedMembers(value));
}

/**
 * Returns a value with sorted members at every level. Sorted parts are not copied, because copies
 * of a manifest with thousands of files take five times as long.
 */
function withSortedMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? withSortedItems(value) : withOwnSorted(value);
}

function withSortedItems(items: unknown[]): unknown[] {
  let result = items;
  for (const [at, item] of items.entries()) {
    const sorted = withSortedMembers(item);
    if (sorted === item) continue;
    if (result === items) result = [...items];
    result[at] = sorted;
  }
  return result;
}

function withOwnSorted(value: object): object {
  const members: [name: string, member: unknown][] = [];
  let isSorted = true;
  let before = '';
  for (const [name, member] of Object.entries(value)) {
    const sorted = withSortedMembers(member);
    if (sorted !== member || name < before) isSorted = false;
    members.push([name, sorted]);
    before = name;
  }
  if (isSorted) return value;
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns whether PostgreSQL can store a JSON value and programs can traverse it. It may be nested
 * at most `levels` deep. No text or member name may contain NUL, which PostgreSQL rejects, or half
 * of a surrogate pair, which would change into another character.
 */
export function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isStorable(item, levels - 1));
  return Object.entries(value).every(
    ([name, member]) => isStorable(name, levels) && isStorable(member, levels - 1),
  );
}

/**
 * The number of characters in the texts and member names of a value. Stops counting above `most`.
 */
export function charactersOf(value: unknown, most: number): number {
  let characters = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && characters <= most) {
    const next = waiting.pop();
    if (typeof next === 'string') characters += next.length;
    else if (Array.isArray(next)) for (const item of next) waiting.push(item);
    else if (typeof next === 'object' && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        characters += name.length;
        waiting.push(member);
      }
    }
  }
  return characters;
}

/**
 * The characters of JSON that one turn of the event loop parses or writes, which takes about two
 * milliseconds. Code with more JSON than this lets other work run in between.
 */
export const JSON_PER_TURN = 1024 * 1024;

/** Waits for a turn of the event loop that no other code with much JSON has. */
export const nextJsonTurn = createTurns();
