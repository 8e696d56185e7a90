/** The ids in a W3C `traceparent`. */
export interface TraceParent {
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
