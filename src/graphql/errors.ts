import type { ServerResponse } from 'node:http';
import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import {
  isClientGone,
  isDatabaseBusy,
  isDatabaseDown,
  isSerializationFailure,
  isUnstorableValue,
} from '../platform/database/failures.js';
import { countFailure } from '../platform/http/counted-status.js';
import { problemHeaders } from '../platform/http/headers.js';
import { type Log, silentLog } from '../platform/log.js';
import { StoreUnavailable } from '../platform/storage/storage.port.js';
import { ClientGone } from '../platform/work-scope.js';
import { detailOf } from '../registry/error-texts.js';
import { type ErrorCode, errorRow, problem, RegisteredError } from '../registry/errors.js';
import { LIMITS } from '../registry/limits.js';
import { unstorable } from '../registry/malformed.js';
import type { RequestContext, RequestFacts } from '../request/context.js';
import { fieldsOf } from './variable-faults.js';

/** The retry delay in seconds if a part of the service was unavailable. */
const RETRY_SECONDS = 5;
/** The retry delay in seconds if a write repeatedly failed because of concurrent writes. */
const LOST_RETRY_SECONDS = 1;

/**
 * Converts any error to a registered one:
 * - an unavailable, full or overloaded part, a transaction that lost against others, or a client
 *   that has disconnected: `service_unavailable`
 * - a value that no column can hold, or GraphQL's own error about the input: `invalid_input`, with
 *   the field if `noteVariableFaults` saw the error
 * - any other error: `internal_error` with its cause, which the sender of the response logs
 *
 * Logs a warning for an unavailable part of the service, a lost transaction and an unstorable
 * value.
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
    log.warn({ err: cause }, 'a part of the service does not respond');
    return problem('service_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause });
  }
  if (isSerializationFailure(cause)) {
    log.warn({ err: cause }, 'a transaction was rolled back after a conflict with another one');
    return problem('service_unavailable', { retryAfterSeconds: LOST_RETRY_SECONDS, cause });
  }
  // The input validation missed this value, so the log records it.
  if (isUnstorableValue(cause)) {
    log.warn({ err: cause }, 'the database cannot store a value of a request');
    return unstorable(cause);
  }
  // An error of GraphQL or a scalar about the request has no path. One with a path is about a
  // resolver's result, which is a bug of the service.
  if (error instanceof GraphQLError && cause instanceof GraphQLError && !error.path) {
    return problem('invalid_input', { log: error.message, ...fieldsOf(error) });
  }
  return problem('internal_error', { retryAfterSeconds: RETRY_SECONDS, cause });
}

/**
 * The error that a span records for an error of GraphQL: the registered error if its status is
 * below 500, and the original cause for any other. Logs nothing, because the response does.
 */
export function tracedError(error: unknown): unknown {
  const fault = error instanceof GraphQLError ? requestFault(error) : undefined;
  const known = fault ? problem(fault) : toRegistered(error, silentLog);
  return known.status < 500 ? known : innermost(error);
}

/**
 * Converts a registered error to a GraphQL error that rejects a whole operation before it runs.
 * Apollo then sends its status and headers. Throws an error that is not registered unchanged.
 */
export function asGraphqlError(error: unknown): GraphQLError {
  if (!(error instanceof RegisteredError)) throw error;
  const headers = new HeaderMap(Object.entries(problemHeaders(error)));
  const http = { status: error.status, headers };
  return new GraphQLError(error.code, { originalError: error, extensions: { http } });
}

/** Runs a check of an operation, and converts its errors by `asGraphqlError`. */
export function withGraphqlErrors(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw asGraphqlError(error);
  }
}

/**
 * Creates the function that formats an error for clients of `/graphql`: its registered code, the
 * request id, and no internals. `detail` explains this occurrence in the client's language; it is
 * absent if the error has no text of its own. The function logs internal errors.
 */
export function formatError(
  log: Log,
  requestNow: () => Pick<RequestFacts, 'id' | 'locale'> | undefined,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const own = requestFault(formatted);
    const registered = own
      ? problem(own, own === 'invalid_input' ? fieldsOf(error) : {})
      : toRegistered(error, log);
    const { code, status, extensions, detail } = registered;
    const request = requestNow();
    if (code === 'internal_error')
      log.error({ err: registered }, 'an operation failed unexpectedly');
    // GraphQL's own messages help authors of operations. Messages of Apollo, or of a parser that
    // overflowed its stack, are not for clients.
    const isGraphqls = own !== undefined && innermost(error) instanceof GraphQLError;
    const isShown = isGraphqls && formatted.extensions?.['code'] !== 'BAD_REQUEST';
    return {
      message: isShown ? formatted.message : (detail?.en ?? detailOf(code, 'en')),
      ...(formatted.locations ? { locations: formatted.locations } : {}),
      ...(formatted.path ? { path: formatted.path } : {}),
      extensions: {
        code,
        status,
        retryable: errorRow(code).retryable,
        ...extensions,
        ...(detail ? { detail: detail[request?.locale ?? 'en'] } : {}),
        request_id: request?.id,
      },
    };
  };
}

/** The errors of a GraphQL request itself, by Apollo's codes. */
const REQUEST_FAULTS: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'invalid_request',
  GRAPHQL_VALIDATION_FAILED: 'invalid_request',
  PERSISTED_QUERY_NOT_FOUND: 'invalid_request',
  PERSISTED_QUERY_NOT_SUPPORTED: 'invalid_request',
  BAD_USER_INPUT: 'invalid_input',
  OPERATION_RESOLUTION_FAILURE: 'invalid_request',
  BAD_REQUEST: 'invalid_request',
};

function requestFault(formatted: Pick<GraphQLFormattedError, 'extensions'>): ErrorCode | undefined {
  return REQUEST_FAULTS[String(formatted.extensions?.['code'])];
}

/**
 * Returns the original error of a GraphQL error, through all wrappers; any other error unchanged.
 */
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

/**
 * Sets the status of the registered code on an operation that did not run. Apollo would use its
 * own, such as 405 for a mutation by GET. Also removes the header `Allow` of such a response.
 */
export function registeredStatus(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response: { body, http } }) {
          if (body.kind !== 'single' || 'data' in body.singleResult) return;
          const status = body.singleResult.errors?.[0]?.extensions?.['status'];
          if (typeof status === 'number') http.status = status;
          http.headers.delete('allow');
        },
      };
    },
  };
}

/** The context of an operation. `res` is its HTTP response, and null once that is prepared. */
export interface RespondingContext extends RequestContext {
  res: ServerResponse | null;
}

/** Counts a 200 as a failure in the metrics if a field of its operation failed with a 5xx. */
export function countFailedFields(): ApolloServerPlugin<RespondingContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, response: { body } }) {
          const { res } = contextValue;
          // The context may stay in memory until the next full garbage collection.
          contextValue.res = null;
          if (res === null || body.kind !== 'single') return;
          for (const { extensions } of body.singleResult.errors ?? []) {
            const status = extensions?.['status'];
            if (typeof status === 'number' && status >= 500) countFailure(res, status);
          }
        },
      };
    },
  };
}
