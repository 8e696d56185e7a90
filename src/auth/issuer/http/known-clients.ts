import { LRUCache } from 'lru-cache';
import { isClientId } from '../../../modules/apps/index.js';
import type { Platform } from '../../../platform/platform.js';
import { AGENT_CLIENT } from '../exchange/agent-client.js';

/** The ids that a process remembers, at about 100 bytes each. */
const REMEMBERED_MAX = 10_000;

/** Tells the ids of applications from invented ones. */
export interface KnownClients {
  /** Whether the id is remembered as that of an application. Reads no database. */
  readonly remembers: (clientId: string) => boolean;
  /** Whether an application has or had this id. Reads the database once for each id of an application. */
  readonly has: (clientId: string) => Promise<boolean>;
}

/** Remembers ids of applications only: invented ones must not take their place in memory. */
export function createKnownClients({ db }: Pick<Platform, 'db'>): KnownClients {
  // An id is never given to a second application, so an entry stays true.
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
