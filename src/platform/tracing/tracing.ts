/**
 * The port for traces. A process has one tracer, or none if it sends no traces. Then each place
 * that could make a span makes one comparison with null, and no SDK of OpenTelemetry is loaded.
 */

/** The role of a span, as in OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/** Facts about a span. They leave the process, so they hold no secret and no value of a user. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The facts with which a span begins. */
export interface NewSpan {
  /** One of few texts: an operation, and never an id. */
  readonly name: string;
  /** Default: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /**
   * The `traceparent` of a span of another process, or null for a new trace. Default: the active
   * span.
   */
  readonly parent?: string | null;
  /**
   * The `traceparent` of a span of another process that is no parent, because it is not trusted.
   */
  readonly linked?: string | null;
  /** Other spans that wait for this one. */
  readonly links?: readonly Span[];
}

/** A unit of work in a trace. */
export interface Span {
  /** The trace, as 32 hex digits. */
  readonly traceId: string;
  /** The W3C `traceparent` of this span. */
  readonly traceparent: string;
  /** Whether the trace is sent. A trace that is not sent has no spans below its first one. */
  readonly isSampled: boolean;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a code or the name of a class, and never a message. */
  fail(type: string): void;
  end(): void;
}

/** Makes spans, and knows the active one. */
export interface Tracer {
  /** Begins a span. It does not become the active one; see `within`. */
  start(span: NewSpan): Span;
  /** The span of the running code, or null. */
  active(): Span | null;
  /** Runs work, and everything that it awaits, with an active span, or without any. */
  within<T>(span: Span | null, work: () => T): T;
  /** Sends all spans that have ended. Never fails, and is limited in time. */
  flush(): Promise<void>;
}

let current: Tracer | null = null;
let lost = 0;

/** Counts spans that the collector did not get. */
export function countLostSpans(spans: number): void {
  lost += spans;
}

/** The number of spans of this process that the collector did not get. */
export function lostSpans(): number {
  return lost;
}

/** The tracer of this process; null if it sends no traces. */
export function tracerNow(): Tracer | null {
  return current;
}

/** Sets the tracer of this process, or removes it. */
export function setTracer(tracer: Tracer | null): void {
  current = tracer;
}

/** Runs work that belongs to no trace, such as a timer that a request starts for all others. */
export function untraced<T>(work: () => T): T {
  return current === null ? work() : current.within(null, work);
}

/** The ids in a W3C `traceparent`. */
interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** The flags as a number; 1 is sampled. */
  readonly flags: number;
}

// Version 00 is 55 characters long, later ones may continue after a hyphen (W3C Trace Context 3.2).
// A comma means that the header was sent twice, which is ambiguous.
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-[^,]*)?$/;

/** Reads a `traceparent`; null if it is absent or malformed. */
export function parseTraceparent(value: unknown): TraceParent | null {
  const [, traceId, spanId, flags] =
    typeof value === 'string' ? (TRACEPARENT.exec(value) ?? []) : [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
