import { HeaderMap } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import {
  isClientGone,
  isDatabaseBusy,
  isDatabaseDown,
  isSerializationFailure,
  isUnstorableValue,
} from '../platform/database/failures.js';
import type { Log } from '../platform/log.js';
import { StoreUnavailable } from '../platform/storage/storage.port.js';
import { ClientGone } from '../platform/work-scope.js';
import { detailOf } from '../registry/error-texts.js';
import {
  type ErrorCode,
  errorRow,
  type FieldProblem,
  problem,
  RegisteredError,
} from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';

/** Seconds after which a client may ask again when a part of the service was away. */
const RETRY_SECONDS = 5;
/** The same when its write lost against others, again and again. */
const LOST_RETRY_SECONDS = 1;

/**
 * Any error as a registered one. What no rule knows becomes `internal_error` with its cause, which
 * whoever answers the request logs; a part that is away, full or too busy becomes
 * `service_unavailable`, and a value that no column can hold `invalid_input`.
 */
export function toRegistered(error: unknown, log: Log): RegisteredError {
  const cause = innermost(error);
  if (cause instanceof RegisteredError) return cause;
  if (isClientGone(cause)) {
    const gone = { retryAfterSeconds: LOST_RETRY_SECONDS, cause: new ClientGone() };
    return problem('service_unavailable', gone);
  }
  if (isDatabaseBusy(cause)) {
    return problem('service_unavailable', { retryAfterSeconds: LIMITS.crowdedRetrySeconds, cause });
  }
  if (isDatabaseDown(cause) || isStorageDown(cause)) {
    log.warn({ err: cause }, 'a part of the service does not answer');
    return problem('service_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause });
  }
  if (isSerializationFailure(cause)) {
    log.warn({ err: cause }, 'a transaction lost against others');
    return problem('service_unavailable', { retryAfterSeconds: LOST_RETRY_SECONDS, cause });
  }
  // Whatever checks the input should have refused it; the log says what it did not know.
  if (isUnstorableValue(cause)) {
    log.warn({ err: cause }, 'a value reached the database that it cannot hold');
    return problem('invalid_input', { cause });
  }
  // Complaints of GraphQL and its scalars: about a request they name no place in the answer, and one
  // that does complains of what a resolver gave, which is our fault.
  if (error instanceof GraphQLError && cause instanceof GraphQLError && !error.path) {
    return problem('invalid_input', { log: error.message, ...variableFault(error.message) });
  }
  return problem('internal_error', { retryAfterSeconds: RETRY_SECONDS, cause });
}

/**
 * A refusal of a whole operation before it runs, which Apollo answers with the error's status and
 * headers. Throws what is no registered error.
 */
export function refusalOf(error: unknown): GraphQLError {
  if (!(error instanceof RegisteredError)) throw error;
  const headers = new HeaderMap(Object.entries(error.headers));
  const delay = error.extensions.retry_after_seconds;
  if (delay !== undefined) headers.set('retry-after', String(delay));
  const http = { status: error.status, headers };
  return new GraphQLError(error.code, { originalError: error, extensions: { http } });
}

/**
 * How an error reaches clients of `/graphql`: its registered code, the id of the request, and nothing
 * that is inside.
 */
export function formatError(
  log: Log,
  requestId: () => string | undefined,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const own = requestFault(formatted);
    const registered = own
      ? problem(own, own === 'invalid_input' ? variableFault(formatted.message) : {})
      : toRegistered(error, log);
    const { code, status, extensions } = registered;
    if (code === 'internal_error')
      log.error({ err: registered }, 'an operation failed unexpectedly');
    // GraphQL's own words help whoever writes operations; those of Apollo and of a parser that ran
    // out of its stack are not for clients.
    const isGraphqls = own !== undefined && innermost(error) instanceof GraphQLError;
    const isTold = isGraphqls && formatted.extensions?.['code'] !== 'BAD_REQUEST';
    return {
      message: isTold ? formatted.message : (registered.detail?.en ?? detailOf(code, 'en')),
      ...(formatted.locations ? { locations: formatted.locations } : {}),
      ...(formatted.path ? { path: formatted.path } : {}),
      extensions: {
        ...{ code, status, retryable: errorRow(code).retryable, ...extensions },
        request_id: requestId(),
      },
    };
  };
}

/** Faults of a GraphQL request itself, which Apollo has named already. */
const REQUEST_FAULTS: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'invalid_request',
  GRAPHQL_VALIDATION_FAILED: 'invalid_request',
  PERSISTED_QUERY_NOT_FOUND: 'invalid_request',
  PERSISTED_QUERY_NOT_SUPPORTED: 'invalid_request',
  BAD_USER_INPUT: 'invalid_input',
  OPERATION_RESOLUTION_FAILURE: 'invalid_request',
  BAD_REQUEST: 'invalid_request',
};

function requestFault(formatted: GraphQLFormattedError): ErrorCode | undefined {
  return REQUEST_FAULTS[String(formatted.extensions?.['code'])];
}

/** The end of what GraphQL says of a member that an input type does not have. */
const UNKNOWN_MEMBER =
  /(?: at "([\w.[\]]{1,200})")?; Field "(\w{1,100})" is not defined by type "\w+"\.(?: Did you mean [^;]*)?$/;

/** Which variable or member GraphQL complains of; it says so in the text alone. */
function variableFault(message: string): { fields?: FieldProblem[] } {
  const unknown = UNKNOWN_MEMBER.exec(message);
  const variable = /^Variable "\$(\w+)" got invalid value /.exec(message)?.[1];
  if (unknown && variable) {
    const [, path = variable, name] = unknown;
    return { fields: [{ field: `${path}.${name}`, code: 'unknown_member' }] };
  }
  const [, field, missing] = /^Variable "\$(\w+)" (of required type)?/.exec(message) ?? [];
  return field ? { fields: [{ field, code: missing ? 'required' : 'invalid_type' }] } : {};
}

/** GraphQL wraps what resolvers throw, sometimes twice. */
export function innermost(error: unknown): unknown {
  let inner = error;
  while (inner instanceof GraphQLError && inner.originalError) inner = inner.originalError;
  return inner;
}

function isStorageDown(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE'].includes(code);
}
