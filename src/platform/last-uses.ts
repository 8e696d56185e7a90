import type { Clock } from './clock.js';
import type { Log } from './log.js';

/** Writes when things were last used, many at once; an older time never replaces a newer one. */
export type WriteUses = (uses: ReadonlyMap<string, Date>) => Promise<void>;

/** When credentials were last used: noted at once, and written a little later for many together. */
export interface LastUses {
  /** Notes a use; costs no statement. */
  note(id: string): void;
  /** The last use that this process has noted and not written yet. */
  of(id: string): Date | null;
  /** Writes from now on what is new, each time that so many seconds have passed. */
  start(everySeconds: number): void;
  /** Writes what is new. It never throws: what could not be written is kept for the next time. */
  flush(): Promise<void>;
  /** Ends the writing, after what is new was written. */
  stop(): Promise<void>;
}

/** So many are written at once; beyond them, the uses that are oldest are forgotten. */
const NOTED_MAX = 10_000;

/** What a `LastUses` is made of. */
export interface LastUsesOptions {
  readonly write: WriteUses;
  readonly clock: Clock;
  readonly log: Log;
  readonly notedMax?: number;
}

/**
 * Keeps uses in memory until they are written. A process that is killed loses those of the last
 * minute; nothing but what people read of their credentials goes by them.
 */
export function createLastUses(options: LastUsesOptions): LastUses {
  const { write, clock, log, notedMax = NOTED_MAX } = options;
  let noted = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function writeNoted(): Promise<void> {
    if (noted.size === 0) return;
    const uses = noted;
    noted = new Map();
    try {
      await write(uses);
    } catch (error) {
      // What was used again meanwhile has a newer time.
      noted = new Map([...uses, ...noted].slice(-notedMax));
      log.warn({ err: error }, 'the last uses of credentials could not be written yet');
    }
  }

  /** One after the other, so that what one failed to write is in the next. */
  function flush(): Promise<void> {
    writing = writing.then(writeNoted);
    return writing;
  }

  return {
    note(id) {
      // Written anew at its end: the first of the map is what was used longest ago.
      const isNew = !noted.delete(id);
      noted.set(id, clock.now());
      if (isNew && noted.size === notedMax) void flush();
      if (noted.size <= notedMax) return;
      const [oldest] = noted.keys();
      if (oldest !== undefined) noted.delete(oldest);
    },
    of: (id) => noted.get(id) ?? null,
    start(everySeconds) {
      timer ??= setInterval(() => void flush(), everySeconds * 1000).unref();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
