import { createDraws, idOf } from './draws.js';
import { BEGINNING } from './games.js';
import type { SeedAuthor } from './mod-rows.js';
import { AUTHORS, tagOf } from './plan-mod.js';
import { inventName } from './texts.js';

/** The users of a seed, by number. They have no passwords, so no client can sign in as them. */
export function authorsOf(seed: string): SeedAuthor[] {
  return Array.from({ length: AUTHORS }, (_, number) => {
    const key = `${seed}/author/${number}`;
    const displayName = inventName(createDraws(key));
    const username = `${displayName.toLowerCase()}-${tagOf(seed)}-${number}`;
    return { id: idOf(key, BEGINNING), username, displayName };
  });
}
