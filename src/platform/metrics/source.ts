import { LIMITS } from '../../registry/limits.js';
import { inTime } from '../clock.js';

/** Values of the metrics that cost a query or another call, and may come late or never. */
export interface Source<T> {
  /** The newest values, unless they are too old. Null without any. Never throws. */
  read(): Promise<T | null>;
  /**
   * The age of the newest values, however old they are. Before the first ones, the time since the
   * first read, so that a source that never responds is seen. Null before any read.
   */
  ageSeconds(): number | null;
}

/** The call that a source makes, and how often. */
export interface SourceOptions<T> {
  readonly call: () => Promise<T>;
  /** Younger values need no new call; by default, each read makes one. */
  readonly everySeconds?: number;
}

/**
 * Creates a source. A read waits at most `metricsPatienceMs` for a call. After that, it returns the
 * values of an earlier call, unless they are older than `metricsKeptSeconds` beyond `everySeconds`.
 * The late call goes on, and no second one starts meanwhile, so a part that hangs holds one call of
 * each source.
 */
export function createSource<T>({ call, everySeconds = 0 }: SourceOptions<T>): Source<T> {
  let newest: { readonly values: T; readonly at: number } | null = null;
  let running: Promise<void> | null = null;
  let readFrom: number | null = null;
  const secondsSince = (at: number) => (performance.now() - at) / 1000;
  const valuesAge = () => (newest === null ? Infinity : secondsSince(newest.at));
  const run = async (): Promise<void> => {
    try {
      newest = { values: await call(), at: performance.now() };
    } catch {
      // Operators see the failure by the age of the values.
    } finally {
      running = null;
    }
  };
  return {
    ageSeconds() {
      const from = newest?.at ?? readFrom;
      return from === null ? null : secondsSince(from);
    },
    async read() {
      readFrom ??= performance.now();
      if (valuesAge() >= everySeconds) {
        running ??= run();
        await inTime(running, LIMITS.metricsPatienceMs).catch(() => undefined);
      }
      return newest !== null && valuesAge() < LIMITS.metricsKeptSeconds + everySeconds
        ? newest.values
        : null;
    },
  };
}
