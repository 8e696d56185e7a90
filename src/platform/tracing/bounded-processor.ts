import {
  BatchSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { LIMITS } from '../../registry/limits.js';
import type { OnLost } from './otlp-exporter.js';

/**
 * The spans do not reach the collector because too many wait for it, or because the process stops.
 */
class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** The parts and limits of a processor. */
interface BoundedOptions {
  readonly exporter: SpanExporter;
  readonly onLost: OnLost;
  readonly exportSeconds: number;
}

/** A processor that knows how many spans wait. */
interface BoundedProcessor extends SpanProcessor {
  /** Reports the spans that still wait as lost. Its caller first calls `shutdown`. */
  abandon(): void;
}

/**
 * Creates a processor that sends spans in batches. The processor of the SDK drops spans beyond its
 * queue without a report. So this one counts the waiting spans, and reports those that it drops.
 */
export function createBoundedProcessor(options: BoundedOptions): BoundedProcessor {
  const { exporter, onLost, exportSeconds } = options;
  let waiting = 0;
  const batches = new BatchSpanProcessor({
    exporter: {
      export(spans, done) {
        waiting -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: LIMITS.spansQueued,
    maxExportBatchSize: LIMITS.spansPerBatch,
    exportTimeoutMillis: exportSeconds * 1000,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if ((span.spanContext().traceFlags & 1) === 0) return;
      if (waiting >= LIMITS.spansQueued) {
        onLost(new QueueFull(), 1);
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
    abandon() {
      if (waiting > 0) onLost(new QueueFull(), waiting);
      waiting = 0;
    },
  };
}
