/**
 * The number of bytes per lookup. Patterns shorter than two of these would cause too many false
 * hits.
 */
const GRAM_BYTES = 4;
/** The shortest pattern that can be searched for. */
const SHORTEST_PATTERN_BYTES = 2 * GRAM_BYTES;

const SLOT_BITS = 16;
const EMPTY = new Uint8Array(0);

/** An offset at which a pattern contains a given gram. */
interface Place {
  readonly pattern: number;
  readonly offset: number;
}

/** The prepared patterns. */
interface Table {
  readonly patterns: readonly Uint8Array[];
  readonly stride: number;
  /** One bit per slot. */
  readonly occupied: Int32Array;
  readonly places: ReadonlyMap<number, readonly Place[]>;
}

/** The search through one text, which arrives in chunks. */
export interface PatternSearch {
  /** Searches the next chunk. Keeps a copy of at most its last bytes. */
  write(chunk: Uint8Array): void;
  /** The indexes of the patterns found so far, in the matcher's list. */
  found(): ReadonlySet<number>;
}

/** Literal patterns, prepared once to search any number of texts. */
export interface PatternMatcher {
  /** Starts the search through one text. */
  open(): PatternSearch;
}

/**
 * Finds many literals in a text by sampling. `stride` is the largest step that the shortest pattern
 * allows. A table holds all four-byte grams that start within the first `stride` bytes of a
 * pattern. In every occurrence, exactly one of these grams starts at a sampled position. So only
 * every `stride`-th position is looked up. Unlike the shifts of Wu-Manber, the next position does
 * not depend on the last read, so the processor can read ahead. The result does not depend on how
 * the text is split into chunks. Throws RangeError for a pattern under 8 bytes.
 */
export function createPatternMatcher(patterns: readonly Uint8Array[]): PatternMatcher {
  const shortest = Math.min(...patterns.map((pattern) => pattern.length));
  if (shortest < SHORTEST_PATTERN_BYTES) {
    throw new RangeError(`a pattern is shorter than ${SHORTEST_PATTERN_BYTES} bytes`);
  }
  if (patterns.length === 0) return { open: () => ({ write() {}, found: () => new Set() }) };
  const stride = shortest - GRAM_BYTES + 1;
  const table: Table = { patterns, stride, ...tabulate(patterns, stride) };
  const carriedBytes = Math.max(...patterns.map((pattern) => pattern.length)) - 1;
  const open = (): PatternSearch => {
    const found = new Set<number>();
    let carried = EMPTY;
    return {
      write(chunk) {
        if (carried.length > 0) {
          search(table, join(carried, chunk.subarray(0, carriedBytes)), found);
        }
        search(table, chunk, found);
        carried =
          chunk.length >= carriedBytes
            ? new Uint8Array(chunk.subarray(chunk.length - carriedBytes))
            : join(carried, chunk).slice(-carriedBytes);
      },
      found: () => found,
    };
  };
  return { open };
}

/** Adds the patterns that a text contains to `found`. */
function search(table: Table, text: Uint8Array, found: Set<number>): void {
  const { patterns, stride, occupied, places } = table;
  const view = new DataView(text.buffer, text.byteOffset, text.byteLength);
  const last = text.length - GRAM_BYTES;
  for (let at = 0; at <= last; at += stride) {
    const slot = slotOf(view.getInt32(at, true));
    if ((((occupied[slot >>> 5] ?? 0) >>> slot) & 1) === 0) continue;
    for (const place of places.get(slot) ?? []) {
      const pattern = patterns[place.pattern] ?? EMPTY;
      if (!found.has(place.pattern) && matchesAt(text, at - place.offset, pattern)) {
        found.add(place.pattern);
      }
    }
  }
}

function tabulate(
  patterns: readonly Uint8Array[],
  stride: number,
): Pick<Table, 'occupied' | 'places'> {
  // One bit per slot, so the whole table fits in the L1 cache.
  const occupied = new Int32Array(1 << (SLOT_BITS - 5));
  const places = new Map<number, Place[]>();
  for (const [pattern, bytes] of patterns.entries()) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let offset = 0; offset < stride; offset++) {
      const slot = slotOf(view.getInt32(offset, true));
      occupied[slot >>> 5] = (occupied[slot >>> 5] ?? 0) | (1 << (slot & 31));
      const here = places.get(slot);
      if (here) here.push({ pattern, offset });
      else places.set(slot, [{ pattern, offset }]);
    }
  }
  return { occupied, places };
}

/** Multiplicative hashing: the high bits depend on all four bytes. */
function slotOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> (32 - SLOT_BITS);
}

function matchesAt(text: Uint8Array, start: number, pattern: Uint8Array): boolean {
  if (start < 0 || start + pattern.length > text.length) return false;
  for (let i = 0; i < pattern.length; i++) if (text[start + i] !== pattern[i]) return false;
  return true;
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
