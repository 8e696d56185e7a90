import { type DestinationStream, pino } from 'pino';
import { limitRepeats } from './log-repeats.js';
import { tracerNow } from './tracing/tracing.js';

/** The logger of modport: structured fields first, then a short sentence. */
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

/** Discards everything. For tests, and for commands whose output is one JSON object. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

// Headers and members that hold secrets. The log hides their values.
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'set-cookie'];

// A Redis error contains the rejected command, such as an AUTH with its password or a whole script.
const COMMANDS = ['*.command.args', '*.aggregateErrors[*].command.args'];

/**
 * Writes one JSON line per entry, to stderr by default, because commands print to stdout. Hides
 * fields with a secret's name, also one and two levels deep. Each entry has the fields of `base`.
 * Equal failures are counted (`limitRepeats`). An entry within a span has the id of its trace.
 */
export function createLog(
  level: LogLevel,
  destination: 1 | 2 | DestinationStream = 2,
  base: Readonly<Record<string, string>> | null = null,
): Log {
  const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
  const log = pino(
    {
      level,
      base,
      mixin: traceNow,
      redact: { paths: [...paths, ...COMMANDS], censor: '[hidden]' },
      // By default, pino adds an empty stack to an object with a message.
      serializers: { err: (err) => (err instanceof Error ? pino.stdSerializers.err(err) : err) },
    },
    typeof destination === 'number'
      ? pino.destination({ dest: destination, sync: true })
      : destination,
  );
  const failed = limitRepeats((at, fields, message) => log[at](fields, message));
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.isLevelEnabled('warn') && failed('warn', fields, message),
    error: (fields, message) => log.isLevelEnabled('error') && failed('error', fields, message),
  };
}

/**
 * The trace of the running code, for its log entries. An entry that names a trace itself keeps it.
 */
function traceNow(): object {
  const span = tracerNow()?.active();
  return span ? { trace_id: span.traceId } : {};
}
