import { detailOf, type Locale } from '../src/registry/error-texts.js';
import { ERRORS, type RegisteredError } from '../src/registry/errors.js';

/** The request-specific members of a problem document. */
export interface Occurrence {
  /** Without a trailing slash; problem types live below it. */
  readonly publicUrl: string;
  readonly locale: Locale;
  /** The requested path without credentials (`shownPath`). */
  readonly instance: string;
  readonly requestId: string;
  readonly traceId: string;
}

/** The problem document of one occurrence of an error (Spec 2.10). */
export function problemDocument(error: RegisteredError, at: Occurrence) {
  const { code, status, extensions, retryable } = error;
  return {
    type: `${at.publicUrl}/problems/${code}`,
    title: ERRORS[code].title,
    status,
    detail: error.detail?.[at.locale] ?? detailOf(code, at.locale),
    instance: at.instance,
    code,
    retryable,
    docs_slug: `errors.${code}`,
    request_id: at.requestId,
    trace_id: at.traceId,
    ...extensions,
  };
}
