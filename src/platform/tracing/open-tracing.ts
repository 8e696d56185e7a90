import type { Config } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';
import type { Close } from '../close-all.js';
import type { Log } from '../log.js';
import { countLostSpans, setTracer, tracerNow } from './tracing.js';

/**
 * Starts to send traces, if the configuration names a collector: sets the tracer of this process.
 * Returns the function that sends the last spans and stops. Without a collector it loads neither
 * SDK nor exporter.
 */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<Close> {
  if (tracing === undefined) return async () => undefined;
  const { createOtlpTracer } = await import('./otlp-tracer.js');
  const { lost, end } = warnAtMostEvery(LIMITS.spanWarningSeconds, log);
  const tracer = createOtlpTracer(tracing, lost);
  setTracer(tracer);
  return async () => {
    if (tracerNow() === tracer) setTracer(null);
    await tracer.close();
    end();
  };
}

/** Counts and logs lost spans. */
interface LossWarnings {
  /** Notes spans that the collector did not get. */
  lost(error: unknown, spans: number): void;
  /** Logs the losses that no warning has named yet. */
  end(): void;
}

/**
 * Creates the warnings about lost spans. The first loss gets a warning at once. Later losses get a
 * common one, with the next loss after `seconds`, or at the end. `nowMs` is a clock that never runs
 * backwards.
 */
export function warnAtMostEvery(
  seconds: number,
  log: Log,
  nowMs: () => number = () => performance.now(),
): LossWarnings {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let unnamed = 0;
  let last: unknown;
  const end = () => {
    if (unnamed === 0) return;
    const fields = { part: 'traces', reason: reasonOf(last), lost: unnamed };
    log.warn(fields, 'the trace collector did not accept spans');
    unnamed = 0;
  };
  return {
    lost(error, spans) {
      unnamed += spans;
      last = error;
      countLostSpans(spans);
      if (nowMs() - warnedAt < seconds * 1000) return;
      warnedAt = nowMs();
      end();
    },
    end,
  };
}

/** The response of a collector may repeat what it was sent, so the log gets codes only. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && error.code !== undefined ? ` ${String(error.code)}` : '';
  const { cause } = error;
  const inner = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : '';
  return `${error.name}${code}${inner}`;
}
