import { LRUCache } from 'lru-cache';
import { isClientId } from '../../../modules/identity/index.js';
import type { Platform } from '../../../platform/platform.js';
import { AGENT_CLIENT } from '../exchange/agent-client.js';

/** Maximum of cached ids, at about 100 bytes each. */
const REMEMBERED_MAX = 10_000;

/** Distinguishes client ids of applications from invented ones. */
export interface KnownClients {
  /** Whether the cache has this id. Does not read the database. */
  readonly remembers: (clientId: string) => boolean;
  /** Whether an application has or had this id. Reads the database once for each id of an application. */
  readonly has: (clientId: string) => Promise<boolean>;
}

/** Caches only ids of applications. Otherwise invented ids could displace them. */
export function createKnownClients({ db }: Pick<Platform, 'db'>): KnownClients {
  // An id is never reused, so an entry stays valid.
  const known = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  const remembers = (clientId: string) =>
    clientId === AGENT_CLIENT.client_id || known.get(clientId) === true;
  return {
    remembers,
    async has(clientId) {
      if (remembers(clientId)) return true;
      const isKnown = await isClientId(db, clientId);
      if (isKnown) known.set(clientId, true);
      return isKnown;
    },
  };
}
