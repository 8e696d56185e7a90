import { RegisteredError } from '../../registry/errors.js';
import { type NewSpan, type Span, type SpanAttributes, type Tracer, tracerNow } from './tracing.js';

/** Returns whether a thrown value is a failure, and not a result in another form. */
type IsFailure = (error: unknown) => boolean;

/**
 * Runs work in a span below the active one. Without an active span, or in a trace that is not sent,
 * it only runs the work. The span ends with the work, or with the promise that the work returns. An
 * error is noted on the span (`noteError`) if `isFailure` returns true; by default, each is.
 */
export function inSpan<T>(
  tracer: Tracer,
  facts: NewSpan,
  work: () => T,
  isFailure: IsFailure = () => true,
): T {
  if (!tracer.active()?.isSampled) return work();
  const span = tracer.start(facts);
  const endWith = (error: unknown) => {
    if (isFailure(error)) noteError(span, error);
    span.end();
  };
  let result: T;
  try {
    result = tracer.within(span, work);
  } catch (error) {
    endWith(error);
    throw error;
  }
  if (result instanceof Promise) result.then(() => span.end(), endWith);
  else span.end();
  return result;
}

/**
 * Makes a call to another system in a `client` span below the active one (`inSpan`). If this
 * process sends no traces, it only makes the call.
 */
export function traceCall<T>(name: string, attributes: SpanAttributes, work: () => T): T {
  const tracer = tracerNow();
  return tracer === null ? work() : inSpan(tracer, { name, kind: 'client', attributes }, work);
}

/**
 * Notes on a span why its work failed: the code of the error, or the name of its class. It never
 * notes the message, which may hold values of users. A refusal of a request (status below 500),
 * such as `not_found`, sets `error.type` but does not mark the span as failed.
 */
export function noteError(span: Span, error: unknown): void {
  const isRegistered = error instanceof RegisteredError;
  const type = isRegistered ? error.code : typeOf(error);
  if (isRegistered && error.status < 500) span.set({ 'error.type': type });
  else span.fail(type);
}

const CODE = /^[A-Za-z0-9_]{1,40}$/;

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  return CODE.test(code) ? code : error.name;
}
