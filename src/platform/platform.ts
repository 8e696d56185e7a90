import type { Config } from '../config.js';
import type { Clock } from './clock.js';
import type { Database } from './database/connect.js';
import type { Keys } from './keys.js';
import type { LastUses } from './last-uses.js';
import type { Log } from './log.js';
import type { Mailer } from './mail/mail.port.js';
import type { Queue } from './queue/queue.port.js';
import type { RateLimiter } from './rate-limit/rate-limit.port.js';
import type { RootKeys } from './root-keys.js';
import type { Scanner } from './scanner/scanner.port.js';
import type { Search } from './search/search.port.js';
import type { Mirror } from './storage/mirror.js';
import type { Storage } from './storage/storage.port.js';
import type { Threads } from './threads/threads.port.js';
import type { Vault } from './vault.js';

/** Every outside system that modport stands on, real or embedded, chosen once at start. */
export interface Platform {
  readonly config: Config;
  /** The address that clients know the service by, without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Database;
  readonly storage: Storage;
  /** The second store; null where there is none. */
  readonly mirror: Mirror | null;
  readonly queue: Queue;
  readonly search: Search;
  readonly scanner: Scanner;
  readonly mail: Mailer;
  /** Null where rate limits are switched off. */
  readonly limiter: RateLimiter | null;
  /** Where install plans are solved, and the deadline of all solver runs of a request. */
  readonly planSolver: { readonly threads: Threads; readonly deadlineMs: number };
  /** The keys from outside the database, which `keys` and `vault` are made of. */
  readonly roots: RootKeys;
  readonly keys: Keys;
  readonly vault: Vault;
  /** When tokens and keys were last used. */
  readonly lastUses: LastUses;
  readonly clock: Clock;
  readonly log: Log;
}
