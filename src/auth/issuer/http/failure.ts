import { isDatabaseBusy, isDatabaseDown } from '../../../platform/database/failures.js';
import {
  type ErrorCode,
  errorRow,
  isErrorCode,
  problem,
  RegisteredError,
} from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { errors, type LibraryError } from '../library.js';
import { LostRace } from '../records/adapter.js';
import { PolledTooEarly } from '../records/device-codes.js';

/** An error in both worlds: as OAuth names it, and as a registered problem (decisions, Envelopes). */
export interface OauthFailure {
  /** The `error` of RFC 6749 and its relatives. */
  readonly error: string;
  /** The `error_description`, for developers; null where the problem's detail says it all. */
  readonly description: string | null;
  readonly problem: RegisteredError;
}

/** Seconds after which a client may ask again when the database did not answer. */
const RETRY_SECONDS = 5;

/** What registered errors are called that OAuth has no name of its own for. */
const OAUTH_NAMES: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  feature_disabled: 'temporarily_unavailable',
  internal_error: 'server_error',
  not_found: 'invalid_request',
};

/** The nearest registered codes of what only OAuth and OpenID Connect have names for. */
const NEAREST: Readonly<Record<string, ErrorCode>> = {
  login_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  account_selection_required: 'access_denied',
  temporarily_unavailable: 'service_unavailable',
};

/** What a failure of any kind is told as. */
export function failureOf(error: unknown): OauthFailure {
  if (error instanceof RegisteredError) {
    const name = OAUTH_NAMES[error.code] ?? error.code;
    return { error: name, description: null, problem: error };
  }
  if (error instanceof errors.OIDCProviderError && error.expose) {
    return {
      error: error.error,
      description: error.error_description ?? null,
      problem: problemOf(error),
    };
  }
  return { error: 'server_error', description: null, problem: serverError(error) };
}

/** A failure of the service: 503 if the database is away or busy, as the same request may succeed. */
function serverError(cause: unknown): RegisteredError {
  if (!isDatabaseDown(cause) && !isDatabaseBusy(cause)) return problem('server_error', { cause });
  return problem('server_error', { status: 503, retryAfterSeconds: RETRY_SECONDS, cause });
}

function problemOf(error: LibraryError): RegisteredError {
  // The reason in more words than the client reads.
  const detail = error.error_detail === undefined ? {} : { log: error.error_detail };
  if (error instanceof LostRace) return problem('invalid_grant', { status: 409, ...detail });
  const near = NEAREST[error.error] ?? (isErrorCode(error.error) ? error.error : 'invalid_request');
  const delay = delayOf(error);
  return problem(near, {
    status: errorRow(near).status[0],
    ...(delay === null ? {} : { retryAfterSeconds: delay }),
    ...detail,
  });
}

/** How long a device has to wait before it asks again. */
function delayOf(error: LibraryError): number | null {
  if (error instanceof PolledTooEarly) return error.intervalSeconds;
  return error instanceof errors.AuthorizationPending ? LIMITS.devicePollSeconds : null;
}
