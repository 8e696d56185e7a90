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

/** An error as OAuth names it, and as a registered problem. */
export interface OauthFailure {
  /** The `error` of RFC 6749 and related standards. */
  readonly error: string;
  /** The `error_description` for developers; null if the problem's detail suffices. */
  readonly description: string | null;
  readonly problem: RegisteredError;
}

/** The retry delay in seconds if the database is unavailable. */
const RETRY_SECONDS = 5;

/** The OAuth names of registered errors that have a different name there. */
const OAUTH_NAMES: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  feature_disabled: 'temporarily_unavailable',
  internal_error: 'server_error',
  not_found: 'invalid_request',
};

/** The closest registered codes of errors that only OAuth and OpenID Connect define. */
const NEAREST: Readonly<Record<string, ErrorCode>> = {
  login_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  account_selection_required: 'access_denied',
  temporarily_unavailable: 'service_unavailable',
};

/**
 * Converts any error to its OAuth form. An error that is neither registered nor one that the
 * library shows to clients becomes `server_error`, with 503 if the database does not respond.
 */
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

/**
 * A failure of the service: 503 if the database is unavailable or busy, because the same request
 * may succeed later.
 */
function serverError(cause: unknown): RegisteredError {
  if (!isDatabaseDown(cause) && !isDatabaseBusy(cause)) return problem('server_error', { cause });
  return problem('server_error', { status: 503, retryAfterSeconds: RETRY_SECONDS, cause });
}

function problemOf(error: LibraryError): RegisteredError {
  // More detail than the client gets.
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

/** The seconds that a device must wait before its next poll, or null. */
function delayOf(error: LibraryError): number | null {
  if (error instanceof PolledTooEarly) return error.intervalSeconds;
  return error instanceof errors.AuthorizationPending ? LIMITS.devicePollSeconds : null;
}
