import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Link,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../../config/config.js';
import { LIMITS } from '../../registry/limits.js';
import { inTime } from '../clock.js';
import { readRelease } from '../release.js';
import { createBoundedProcessor } from './bounded-processor.js';
import { createOtlpExporter, type OnLost } from './otlp-exporter.js';
import { type NewSpan, parseTraceparent, type Span, type Tracer } from './tracing.js';

/** The target, the sampling and the other settings of the traces of a process. */
export type TracingSettings = NonNullable<Config['tracing']>;

/** A tracer that sends its spans to a collector. */
export interface OtlpTracer extends Tracer {
  /** Sends the last spans, for a few seconds at most, and drops the others. Never fails. */
  close(): Promise<void>;
}

/**
 * Creates a tracer that sends spans in batches over OTLP/HTTP. The queue of spans is bounded: an
 * unreachable collector costs spans, and neither memory nor time of requests. `onLost` gets the
 * number of the spans that were dropped or not taken. Registers nothing in the global API of
 * OpenTelemetry.
 */
export function createOtlpTracer(
  settings: TracingSettings,
  onLost: OnLost,
  exportSeconds: number = LIMITS.spanExportSeconds,
): OtlpTracer {
  const active = new AsyncLocalStorage<TracedSpan | null>();
  const untracedLost: OnLost = (error, spans) => active.run(null, () => onLost(error, spans));
  const ending = { exportSeconds, onLost: untracedLost };
  const exporter = createOtlpExporter({ ...settings, ...ending });
  const processor = createBoundedProcessor({ exporter, ...ending });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': readRelease(),
      'service.instance.id': randomUUID(),
      'process.pid': process.pid,
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: LIMITS.spanTextCharacters },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('modport', readRelease());
  const limited = (work: Promise<void>) =>
    inTime(work, LIMITS.spanFlushSeconds * 1000).catch(() => undefined);
  return {
    start: (span) => startSpan(tracer, active.getStore() ?? null, span),
    active: () => active.getStore() ?? null,
    // Each span of this process is one of this tracer.
    within: (span, work) => active.run(span as TracedSpan | null, work),
    flush: () => limited(provider.forceFlush()),
    async close() {
      await limited(provider.shutdown());
      processor.abandon();
    },
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = rootSamplerOf(sampler.replace('parentbased_', ''), ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  if (name === 'always_off') return new AlwaysOffSampler();
  return new TraceIdRatioBasedSampler(ratio);
}

/** A span of the SDK behind the port. */
interface TracedSpan extends Span {
  readonly otel: OtelSpan;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

function startSpan(tracer: OtelTracer, active: TracedSpan | null, span: NewSpan): TracedSpan {
  const { name, kind = 'internal', attributes = {}, parent } = span;
  const above = parent === undefined ? contextOf(active) : remoteContext(parent);
  const options = { kind: KINDS[kind], attributes: { ...attributes }, links: linksOf(span) };
  return tracedSpan(tracer.startSpan(name, options, above));
}

function contextOf(active: TracedSpan | null): Context {
  return active === null ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, active.otel);
}

function linksOf({ links = [], linked = null }: NewSpan): Link[] {
  const contexts = links.map((each) => (each as TracedSpan).otel.spanContext());
  const other = trace.getSpanContext(remoteContext(linked));
  return [...contexts, ...(other ? [other] : [])].map((context) => ({ context }));
}

function remoteContext(traceparent: string | null): Context {
  const parent = parseTraceparent(traceparent);
  if (parent === null) return ROOT_CONTEXT;
  const { traceId, spanId, flags: traceFlags } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function tracedSpan(otel: OtelSpan): TracedSpan {
  const { traceId, spanId, traceFlags } = otel.spanContext();
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  return {
    otel,
    traceId,
    traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    isSampled,
    rename: (name) => void otel.updateName(name),
    set: (attributes) => void otel.setAttributes({ ...attributes }),
    fail: (type) =>
      void otel.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => otel.end(),
  };
}
