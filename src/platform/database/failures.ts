import { ClientGone } from '../work-scope.js';
import { QUEUE_FULL } from './lane.js';

/**
 * What failed statements mean. Prisma wraps the driver's errors, differently for its own
 * statements, raw ones and transactions; the SQLSTATE inside is the same in all of them.
 */

/** Too much waits for a connection already. */
export function isDatabaseBusy(error: unknown): boolean {
  return factsOf(error).message.includes(QUEUE_FULL);
}

/** The work was dropped, because its client has gone. */
export function isClientGone(error: unknown): boolean {
  return factsOf(error).message.includes(new ClientGone().message);
}

/** The database is away, overloaded or out of space: the same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  const { sqlState, code, kind, message } = factsOf(error);
  return (
    DOWN_STATES.test(sqlState) ||
    DOWN_CODES.has(code) ||
    DOWN_KINDS.has(kind) ||
    DOWN_MESSAGES.test(message)
  );
}

/**
 * A value from outside is one that no column can hold: PostgreSQL refused it before it looked at a
 * row, and will do so again.
 */
export function isUnstorableValue(error: unknown): boolean {
  const { sqlState, code } = factsOf(error);
  return UNSTORABLE_STATES.has(sqlState) || UNSTORABLE_CODES.has(code);
}

/** The transaction lost against a concurrent one and may be tried again as a whole. */
export function isSerializationFailure(error: unknown): boolean {
  const { sqlState, code } = factsOf(error);
  return sqlState === '40001' || sqlState === '40P01' || code === 'P2034';
}

/** A row with the same key exists; `constraint` narrows it to one index, named as in SQL. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { sqlState, index } = factsOf(error);
  return sqlState === '23505' && (constraint === undefined || constraint === index);
}

// 08 connection; 25006 read-only, as a standby is; 25P03 and 25P04 the transaction's time is up; 28
// and 3D not let in; 53 out of space, memory or connections; 55 in use, locked or not let in; 57014
// the statement's time is up; 57P shutting down or starting; 58 failing disk.
const DOWN_STATES = /^(08...|25006|25P0[34]|28...|3D000|53...|5500[06]|55P03|57014|57P0.|58...)$/;

// 22001 too long; 22003 out of range; 22007 and 22008 no date, or one out of range; 22021 and 22P05
// a character that the encoding has not, such as NUL; 22P02 no UUID, number or value of an enum.
const UNSTORABLE_STATES = new Set([
  ...['22001', '22003', '22007', '22008', '22021', '22P02', '22P05'],
]);

// What Prisma finds out by itself: P2023 no UUID, P2033 a number of more than 64 bits.
const UNSTORABLE_CODES = new Set(['P2000', 'P2007', 'P2020', 'P2023', 'P2033']);

const DOWN_CODES = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1011', 'P1017', 'P2024', 'P2037'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

const DOWN_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

// These carry no code: pg when a connection breaks or its pool is exhausted, and Prisma when a
// transaction found no connection or outlived its time.
const DOWN_MESSAGES = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'Client has encountered a connection error',
    'Query read timeout',
    'Unable to start a transaction in the given time',
    'cannot be executed on an expired transaction',
  ].join('|'),
);

interface Facts {
  readonly sqlState: string;
  readonly code: string;
  readonly kind: string;
  readonly index: string;
  readonly message: string;
}

function factsOf(error: unknown): Facts {
  const code = text(error, 'code');
  // What fails in a statement comes wrapped; what fails in BEGIN or COMMIT comes bare.
  const fromDriver = member(member(error, 'meta'), 'driverAdapterError') ?? error;
  const cause = member(fromDriver, 'cause');
  return {
    // Without Prisma around it, pg's own error has the SQLSTATE as its code.
    sqlState: text(cause, 'originalCode') || (/^[0-9A-Z]{5}$/.test(code) ? code : ''),
    code,
    kind: text(cause, 'kind'),
    index: text(member(cause, 'constraint'), 'index') || text(error, 'constraint'),
    message: text(error, 'message'),
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
