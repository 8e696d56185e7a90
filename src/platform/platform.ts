import type { Config } from '../config/config.js';
import type { PasswordCost, StartLimits } from '../registry/limits.js';
import type { Changes } from './changes/changes.port.js';
import type { Clock } from './clock.js';
import type { Database } from './database/connect.js';
import type { Keys } from './keys.js';
import type { LastUses } from './last-uses.js';
import type { Legal } from './legal.js';
import type { Log } from './log.js';
import type { Mailer } from './mail/mail.port.js';
import type { Queue } from './queue/queue.port.js';
import type { RateLimiter } from './rate-limit/rate-limit.port.js';
import type { ReadReplica } from './replica/read-replica.port.js';
import type { RootKeys } from './root-keys.js';
import type { Scanner } from './scanner/scanner.port.js';
import type { SearchFreshness } from './search/freshness.js';
import type { Search } from './search/search.port.js';
import type { Mirror, Storage } from './storage/storage.port.js';
import type { Threads } from './threads/threads.port.js';
import type { Vault } from './vault.js';

/** All external systems of modport, real or embedded, selected once at start. */
export interface Platform {
  readonly config: Config;
  /** The values of this process for the limits that a start can replace. */
  readonly limits: StartLimits;
  /** The address that clients use for the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Database;
  /** A replica of `db`, or null. */
  readonly replica: ReadReplica | null;
  /** The changes that the database announces, for live updates. */
  readonly changes: Changes;
  readonly storage: Storage;
  /** The second store, or null. */
  readonly mirror: Mirror | null;
  readonly queue: Queue;
  readonly search: Search;
  readonly searchFreshness: SearchFreshness;
  readonly scanner: Scanner;
  readonly mail: Mailer;
  readonly legal: Legal;
  /** Null if rate limits are off. */
  readonly limiter: RateLimiter | null;
  /** The threads that solve install plans, and the deadline of all solver runs of one request. */
  readonly planSolver: { readonly threads: Threads; readonly deadlineMs: number };
  /** The cost of new password hashes. */
  readonly passwordCost: PasswordCost;
  /** The keys from outside the database, from which `keys` and `vault` derive. */
  readonly roots: RootKeys;
  readonly keys: Keys;
  readonly vault: Vault;
  /** The times of last use of credentials and sessions. */
  readonly lastUses: LastUses;
  readonly clock: Clock;
  readonly log: Log;
}
