import { createHash, hash } from 'node:crypto';
import { JSON_PER_TURN, nextJsonTurn } from '../src/platform/json.js';

/** A part of a body: a text, or its bytes in UTF-8. */
export type Part = Buffer | string;

/** A body with a list. */
export interface ListBody {
  /** The text before the first item. */
  readonly start: string;
  readonly items: number;
  /** The parts of the item at a place. */
  partsAt(place: number): readonly Part[];
  /** The text after the last item. */
  readonly end: string;
}

/** Many short values take less time together. So many of the longest take a few milliseconds. */
const VALUES_AT_ONCE = 10;

/**
 * The bytes of a response as JSON, in memory of their own. With an empty `close`, the last brace is
 * missing, so that the caller can add members. Returns a promise for a long list: other requests
 * run while it is written.
 */
export function writeBody(body: unknown, close: '}' | '' = '}'): Buffer | Promise<Buffer> {
  if (!isList(body)) {
    const text = JSON.stringify(body);
    return ownBytes([close === '' ? text.slice(0, -1) : text]);
  }
  const { data, ...others } = body;
  const members = JSON.stringify(others).slice(1, -1);
  return writeList({
    start: '{"data":[',
    items: Math.ceil(data.length / VALUES_AT_ONCE),
    partsAt: (place) => {
      const from = place * VALUES_AT_ONCE;
      return [JSON.stringify(data.slice(from, from + VALUES_AT_ONCE)).slice(1, -1)];
    },
    end: `]${members === '' ? '' : `,${members}`}${close}`,
  });
}

/** Whether a body is an object with a list `data` as its first member. */
function isList(body: unknown): body is { readonly data: readonly unknown[] } {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false;
  return Array.isArray(body.data) && Object.keys(body)[0] === 'data';
}

/** Writes a body with a list, with commas between its items, like `writeBody`. */
export function writeList(list: ListBody): Buffer | Promise<Buffer> {
  const first: Part[] = [list.start];
  const place = addItems(list, 0, first);
  if (place < list.items) return writeInTurns(list, place, ownBytes(first));
  first.push(list.end);
  return ownBytes(first);
}

/** Adds the items of one turn. Returns the place of the first item that is missing. */
function addItems(list: ListBody, from: number, parts: Part[]): number {
  let place = from;
  for (let length = 0; place < list.items && length < JSON_PER_TURN; place += 1) {
    if (place > 0) parts.push(',');
    for (const part of list.partsAt(place)) {
      parts.push(part);
      length += part.length;
    }
  }
  return place;
}

/** The bytes of so many turns are copied in one: to copy them takes much less time than to write. */
const PARTS_COPIED_AT_ONCE = 8;

/** Writes the rest of a body, with other work of the process in between. */
async function writeInTurns(list: ListBody, from: number, begun: Buffer): Promise<Buffer> {
  const written = [begun];
  for (let place = from; place < list.items; ) {
    await nextJsonTurn();
    const parts: Part[] = [];
    place = addItems(list, place, parts);
    written.push(ownBytes(parts));
  }
  written.push(Buffer.from(list.end));
  const whole = Buffer.allocUnsafeSlow(written.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const [place, bytes] of written.entries()) {
    if (place % PARTS_COPIED_AT_ONCE === 0) await nextJsonTurn();
    at += bytes.copy(whole, at);
  }
  return whole;
}

/**
 * Joins parts in memory of their own, because stores count it: `Buffer.from` takes short texts from
 * a block that all share.
 */
export function ownBytes(parts: readonly Part[]): Buffer {
  const joined = withoutNeighbours(parts);
  const length = joined.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const part of joined) {
    at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at);
  }
  return bytes;
}

/** Joins texts that follow each other: to write one long text takes less time than many short ones. */
function withoutNeighbours(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    if (text !== '') joined.push(text);
    text = '';
    joined.push(part);
  }
  joined.push(text);
  return joined;
}

/** The bytes that one turn of the event loop hashes, in a few milliseconds. */
const HASHED_PER_TURN = 4 * 1024 * 1024;

/** The SHA-256 of a body in base64url. Returns a promise for a long one, like `writeBody`. */
export function digestOf(body: Buffer): string | Promise<string> {
  return body.length > HASHED_PER_TURN ? digestInTurns(body) : hash('sha256', body, 'base64url');
}

async function digestInTurns(body: Buffer): Promise<string> {
  const sha256 = createHash('sha256');
  for (let at = 0; at < body.length; at += HASHED_PER_TURN) {
    await nextJsonTurn();
    sha256.update(body.subarray(at, at + HASHED_PER_TURN));
  }
  return sha256.digest('base64url');
}
