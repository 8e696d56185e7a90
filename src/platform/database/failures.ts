import { ClientGone } from '../work-scope.js';
import { ConnectionFault } from './connection-faults.js';
import { QueueFull, WaitedTooLong } from './lane.js';

/**
 * Classifies the errors of failed statements. Prisma wraps the driver's errors differently for its
 * own statements, raw statements and transactions. The SQLSTATE inside is always the same.
 */

/**
 * Whether the queue for connections is full. For a timeout in the queue, `isDatabaseDown` is true
 * instead.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof QueueFull;
}

/** Whether the work was dropped because its client disconnected. */
export function isClientGone(error: unknown): boolean {
  return error instanceof ClientGone;
}

/**
 * Whether the database is unavailable, overloaded or out of space, or the wait for a connection was
 * too long. The same request may succeed later.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof WaitedTooLong || error instanceof ConnectionFault) return true;
  const { sqlState, code, kind } = factsOf(error);
  return (
    DOWN_STATES.test(sqlState) ||
    DOWN_CODES.has(code) ||
    DOWN_KINDS.has(kind) ||
    isExpiredTransaction(error)
  );
}

/**
 * Whether a value, usually from the client, does not fit its column or type. PostgreSQL or Prisma
 * rejected it, and would do so again.
 */
export function isUnstorableValue(error: unknown): boolean {
  const { sqlState, code } = factsOf(error);
  return UNSTORABLE_STATES.has(sqlState) || UNSTORABLE_CODES.has(code);
}

/**
 * Whether a value is larger than its type or an index allows, such as a `tsvector` of over a
 * megabyte. PostgreSQL would reject it again.
 */
export function isTooLarge(error: unknown): boolean {
  return factsOf(error).sqlState === '54000';
}

/** Whether the transaction failed because of a concurrent one. The caller may retry all of it. */
export function isSerializationFailure(error: unknown): boolean {
  const { sqlState, code } = factsOf(error);
  return sqlState === '40001' || sqlState === '40P01' || code === 'P2034';
}

/**
 * Whether a row with the same key exists. `constraint` limits the check to one index, by its SQL
 * name.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { sqlState, index } = factsOf(error);
  return sqlState === '23505' && (constraint === undefined || constraint === index);
}

// The SQLSTATEs of an unavailable database:
// - 08: connection failed
// - 25006: read-only, such as a standby
// - 25P03, 25P04: transaction timeout
// - 28, 3D: login rejected
// - 53: out of space, memory or connections
// - 55: in use, locked or not accepting connections
// - 57014: statement timeout
// - 57P: shutting down or starting
// - 58: disk failure
const DOWN_STATES = /^(08...|25006|25P0[34]|28...|3D000|53...|5500[06]|55P03|57014|57P0.|58...)$/;

// The SQLSTATEs of values that no column can hold:
// - 22001: too long
// - 22003: out of range
// - 22007, 22008: not a date, or out of range
// - 22021, 22P05: a character outside the encoding, such as NUL
// - 22P02: not a UUID, a number or an enum value
const UNSTORABLE_STATES = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05']);

// Errors that Prisma itself detects, such as P2023 (not a UUID) and P2033 (a number over 64 bits).
const UNSTORABLE_CODES = new Set(['P2000', 'P2007', 'P2020', 'P2023', 'P2033']);

const DOWN_CODES = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server's certificate cannot be verified.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const DOWN_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

/**
 * Whether a statement came after the time limit of its transaction. Prisma has one code for every
 * fault of a transaction, and tells the time that it took for this one only.
 */
function isExpiredTransaction(error: unknown): boolean {
  const { code } = factsOf(error);
  return code === 'P2028' && typeof member(member(error, 'meta'), 'timeTaken') === 'number';
}

interface Facts {
  readonly sqlState: string;
  readonly code: string;
  readonly kind: string;
  readonly index: string;
}

function factsOf(error: unknown): Facts {
  const code = text(error, 'code');
  // Prisma wraps errors of statements, but not those of BEGIN and COMMIT.
  const fromDriver = member(member(error, 'meta'), 'driverAdapterError') ?? error;
  const cause = member(fromDriver, 'cause');
  return {
    // An error of pg that Prisma did not wrap has the SQLSTATE as its code.
    sqlState: text(cause, 'originalCode') || (/^[0-9A-Z]{5}$/.test(code) ? code : ''),
    code,
    kind: text(cause, 'kind'),
    index: text(member(cause, 'constraint'), 'index') || text(error, 'constraint'),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
