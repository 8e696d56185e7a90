import { LRUCache } from 'lru-cache';
import { onceForEach } from './concurrency.js';
import type { Keys } from './keys.js';

/** Purposes whose keys stay the same as long as the installation. */
type LookupPurpose = 'actors' | 'limits';

/** The number of remembered names of one purpose, at about 200 bytes each. */
const NAMES_MAX = 20_000;

/**
 * A name for a guessable value, such as an address: 22 characters of its keyed hash. Recent names
 * are remembered, because every request needs two of them.
 */
export function lookupName(keys: Keys, purpose: LookupPurpose, value: string): string {
  const known = namesOf(keys)[purpose];
  const before = known.get(value);
  if (before !== undefined) return before;
  const name = keys.mac(purpose, value).toString('base64url').slice(0, 22);
  known.set(value, name);
  return name;
}

const namesOf = onceForEach(
  (_: Keys): Record<LookupPurpose, LRUCache<string, string>> => ({
    actors: new LRUCache({ max: NAMES_MAX }),
    limits: new LRUCache({ max: NAMES_MAX }),
  }),
);
