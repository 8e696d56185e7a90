import { type DestinationStream, pino } from 'pino';

/** What modport writes to its log with; structured fields first, then a short sentence. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The levels that LOG_LEVEL takes. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** One of LOG_LEVELS. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where no log is wanted: tests, and commands whose output is one JSON object. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

// Secrets travel in these headers and members; a log keeps none of them, whoever hands it over.
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'set-cookie'];

// An error of Redis carries the command that it refused: the password of an AUTH, or a whole script.
const COMMANDS = ['*.command.args', '*.aggregateErrors[*].command.args'];

/**
 * One JSON line per entry, on stderr by default: stdout belongs to what commands print. Fields
 * named like a secret are masked one and two levels deep.
 */
export function createLog(level: LogLevel, destination: 1 | 2 | DestinationStream = 2): Log {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  return pino(
    { level, base: null, redact: { paths: [...paths, ...COMMANDS], censor: '[hidden]' } },
    typeof destination === 'number'
      ? pino.destination({ dest: destination, sync: true })
      : destination,
  );
}
