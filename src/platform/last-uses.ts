import type { Clock } from './clock.js';
import type { Log } from './log.js';
import { untraced } from './tracing/tracing.js';
import { inSharedScope } from './work-scope.js';

/** Writes many times of last use at once. An older time never replaces a newer one. */
export type WriteUses = (uses: ReadonlyMap<string, Date>) => Promise<void>;

/** The last uses of credentials and sessions, recorded in memory and written later in batches. */
export interface LastUses {
  /** Records a use in memory. A full batch is then written in the background. */
  note(id: string): void;
  /** The last recorded use that is not yet written; null without one. */
  of(id: string): Date | null;
  /** Writes the recorded uses every `everySeconds` seconds. */
  start(everySeconds: number): void;
  /**
   * Writes the recorded uses. Never throws: it keeps uses that it could not write for the next
   * time.
   */
  flush(): Promise<void>;
  /** Stops the timer and writes the remaining uses. */
  stop(): Promise<void>;
}

/**
 * The most uses that wait for their write. So many start a write; beyond it, the oldest are
 * dropped.
 */
const NOTED_MAX = 10_000;

/** The options of `createLastUses`. */
export interface LastUsesOptions {
  readonly write: WriteUses;
  readonly clock: Clock;
  readonly log: Log;
  /** The most uses to keep; `NOTED_MAX` by default. */
  readonly notedMax?: number;
}

/** The recorded uses that are not yet written, in the order of their use. */
interface Notes extends LastUsesOptions {
  readonly notedMax: number;
  noted: Map<string, Date>;
}

/**
 * Keeps uses in memory until they are written. A killed process loses the uses since the last
 * write, in a service about a minute. They only inform users about their credentials, so the loss
 * is harmless.
 */
export function createLastUses(options: LastUsesOptions): LastUses {
  const { clock, notedMax = NOTED_MAX } = options;
  const notes: Notes = { ...options, notedMax, noted: new Map() };
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  /** Flushes run one after the other, so the next one includes what a failed one left. */
  function flush(): Promise<void> {
    writing = writing.then(() => writeNoted(notes));
    return writing;
  }

  return {
    note(id) {
      const { isNew, size } = addUse(notes, id, clock.now());
      // The request ends before the write of all uses, so the write must not be in the scope and the
      // trace of the request.
      if (isNew && size === notedMax) void inSharedScope(() => untraced(flush));
      if (size > notedMax) dropOldest(notes);
    },
    of: (id) => notes.noted.get(id) ?? null,
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

/** Deleting first moves the id to the end: the first entry is the least recently used. */
function addUse({ noted }: Notes, id: string, at: Date): { isNew: boolean; size: number } {
  const isNew = !noted.delete(id);
  noted.set(id, at);
  return { isNew, size: noted.size };
}

function dropOldest({ noted }: Notes): void {
  const [oldest] = noted.keys();
  if (oldest !== undefined) noted.delete(oldest);
}

async function writeNoted(notes: Notes): Promise<void> {
  const uses = notes.noted;
  if (uses.size === 0) return;
  notes.noted = new Map();
  try {
    await notes.write(uses);
  } catch (error) {
    // Newer uses of the same ids win.
    notes.noted = new Map([...uses, ...notes.noted].slice(-notes.notedMax));
    notes.log.warn({ err: error }, 'the last uses of credentials could not be written yet');
  }
}
