import { LRUCache } from 'lru-cache';
import type { Keys } from './keys.js';

/** Purposes whose keys stay the same as long as the installation. */
type LookupPurpose = 'actors' | 'limits';

/** The number of remembered names of one purpose, at about 200 bytes each. */
const NAMES_MAX = 20_000;

const names = new WeakMap<Keys, Record<LookupPurpose, LRUCache<string, string>>>();

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

function namesOf(keys: Keys): Record<LookupPurpose, LRUCache<string, string>> {
  const known = names.get(keys);
  if (known) return known;
  const made = {
    actors: new LRUCache<string, string>({ max: NAMES_MAX }),
    limits: new LRUCache<string, string>({ max: NAMES_MAX }),
  };
  names.set(keys, made);
  return made;
}
