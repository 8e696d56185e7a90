import type { Config } from '../../config.js';
import { LIMITS } from '../../registry/limits.js';
import type { Close } from '../close-all.js';
import type { Log } from '../log.js';
import { countLostSpans, setTracer, tracerNow } from './tracing.js';

/**
 * Starts to send traces, if the configuration names a collector. Returns the function that sends
 * the last spans and stops. Without a collector it loads neither SDK nor exporter.
 */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>, log: Log): Promise<Close> {
  if (tracing === undefined) return async () => undefined;
  const { createOtlpTracer } = await import('./otlp-tracer.js');
  const tracer = createOtlpTracer(tracing, warnAtMostEvery(LIMITS.spanWarningSeconds, log));
  setTracer(tracer);
  return async () => {
    if (tracerNow() === tracer) setTracer(null);
    await tracer.close();
  };
}

/**
 * Returns a function that counts and logs lost spans: the first loss at once, and later ones
 * together with the next loss after `seconds`. `nowMs` is a clock that never runs backwards.
 */
export function warnAtMostEvery(
  seconds: number,
  log: Log,
  nowMs: () => number = () => performance.now(),
) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let lost = 0;
  return (error: unknown, spans: number): void => {
    lost += spans;
    countLostSpans(spans);
    if (nowMs() - warnedAt < seconds * 1000) return;
    warnedAt = nowMs();
    log.warn({ part: 'traces', reason: reasonOf(error), lost }, 'the collector took no traces');
    lost = 0;
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
