/** How long another engine answers searches of a text that took too long. */
const REMEMBERED_MS = 60_000;

/** Texts to remember; the first ones are forgotten. */
const REMEMBERED = 1_000;

/** So many different texts in a row make the engine suspect, and not the texts. */
const MANY = 3;

/** The texts whose searches took too long in one engine, in this process. */
export interface SlowTexts {
  /** Whether a search of the text took too long within the last minute. */
  has(text: string): boolean;
  /** Whether so many different texts in a row took too long that any text may. */
  areMany(): boolean;
  /** Forgets the texts for `has`, because the engine was unavailable. */
  forget(): void;
  /** Observes a search of a text, from its start on. */
  begin(text: string): ObservedSearch;
}

/**
 * One search. Call the function that fits when it ends. After a search without hits, or with another
 * error, call none: it says nothing about slow texts.
 */
export interface ObservedSearch {
  /** It had hits, so the engine works. `areMany` then counts from zero. */
  succeeded(): void;
  /** It took too long. Its text only counts for `areMany` if no other search had hits meanwhile. */
  tookTooLong(): void;
}

/** Creates an empty record. */
export function createSlowTexts(): SlowTexts {
  const slow = new Map<string, number>();
  const inARow = new Set<string>();
  let successes = 0;

  function remember(text: string): void {
    const now = performance.now();
    slow.delete(text);
    slow.set(text, now + REMEMBERED_MS);
    for (const [first, until] of slow) {
      if (until > now && slow.size <= REMEMBERED) break;
      slow.delete(first);
    }
  }

  return {
    has: (text) => (slow.get(text) ?? 0) > performance.now(),
    areMany: () => inARow.size >= MANY,
    forget: () => slow.clear(),
    begin(text) {
      const before = successes;
      return {
        succeeded() {
          successes += 1;
          inARow.clear();
        },
        tookTooLong() {
          remember(text);
          if (successes === before && inARow.size < MANY) inARow.add(text);
        },
      };
    },
  };
}
