import type { CombinedError } from '@urql/core';

/**
 * A field that the service refused, as a path such as `input.title.de`, and the code of the reason.
 */
export interface FieldFault {
  readonly field: string;
  readonly code: string;
}

/** The code of a request that got no response, or a response without a code. */
export const OFFLINE = 'offline';

/**
 * The code of a request that the service refused because another user than that of the page is
 * signed in by now. Its `detail` is the name of the signed-in user.
 */
export const OTHER_USER = 'other_user';

/** The code of a repeated write whose earlier request still runs, or ended without a result. */
export const IN_PROGRESS = 'idempotency_in_progress';

/**
 * The code of a repeated write that took effect, if the service did not keep its response, for
 * example because it holds a secret, or because the service stopped at that moment.
 */
export const REPLAY_UNAVAILABLE = 'idempotency_replay_unavailable';

/** A refused or failed operation, with the code of the service, `OFFLINE` or `OTHER_USER`. */
export class Problem extends Error {
  readonly code: string;
  /** Empty if the refusal is not about fields. */
  readonly fields: readonly FieldFault[];
  /** Null if the service names no time. */
  readonly retryAfterSeconds: number | null;
  /** The id of the request in the logs of the service; null if no response names it. */
  readonly requestId: string | null;
  /** Whether the service refuses the same request again (4xx, not retryable). */
  readonly isFinal: boolean;
  /**
   * The service's text about this occurrence, in the language of the page; null without any. For
   * `OTHER_USER`, it is the name of the signed-in user.
   */
  readonly detail: string | null;

  /** Takes the extensions of a GraphQL error. A missing `code` becomes `OFFLINE`. */
  constructor(message: string, extensions: Readonly<Record<string, unknown>>) {
    super(`${String(extensions['code'] ?? OFFLINE)}: ${message}`);
    this.name = 'Problem';
    this.code = String(extensions['code'] ?? OFFLINE);
    this.fields = fieldsOf(extensions['fields']);
    const { retry_after_seconds: seconds, request_id: id, detail, status, retryable } = extensions;
    this.retryAfterSeconds = typeof seconds === 'number' ? seconds : null;
    this.requestId = typeof id === 'string' ? id : null;
    const isRefusal = typeof status === 'number' && status >= 400 && status < 500;
    this.isFinal = isRefusal && retryable === false;
    this.detail = typeof detail === 'string' ? detail : null;
  }
}

/** The problem in an error of urql. A response without a code counts as no response. */
export function problemOf(error: CombinedError): Problem {
  const [first] = error.graphQLErrors;
  return first
    ? new Problem(first.message, first.extensions ?? {})
    : new Problem(error.message, { code: OFFLINE });
}

/** Whether an error is a problem with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is Problem {
  return error instanceof Problem && codes.includes(error.code);
}

function fieldsOf(given: unknown): readonly FieldFault[] {
  if (!Array.isArray(given)) return [];
  return given.filter(
    (it): it is FieldFault =>
      typeof it === 'object' && it !== null && typeof it.field === 'string' && 'code' in it,
  );
}
