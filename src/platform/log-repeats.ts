import { LIMITS } from '../registry/limits.js';
import { untraced } from './tracing/tracing.js';

/** Writes one entry of the log. */
type WriteEntry = (level: 'warn' | 'error', fields: object, message: string) => void;

/** An entry that was written, and the equal ones that came after it within the interval. */
interface Repeats {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly cause: string;
  /** The part and the operation of the entries. */
  readonly origin: object;
  count: number;
}

/** Members that belong to the cause: equal failures of two parts are two causes. */
const OF_CAUSES = ['part', 'operation'] as const;

/** Members that say which request failed, and not which object. */
const OF_REQUESTS: ReadonlySet<string> = new Set([
  ...OF_CAUSES,
  'err',
  'path',
  'request_id',
  'trace_id',
]);

/**
 * Bounds what an outage writes. Of the entries with the same message, part, operation and cause,
 * the first one of an interval (`LIMITS.logRepeatSeconds`) is written. At its end, one more entry
 * counts the others (`repeated`). An entry that names an object, such as a job, is written each
 * time, but with one stack per interval. Entries without an error are written as they are.
 */
export function limitRepeats(write: WriteEntry): WriteEntry {
  const running = new Map<string, Repeats>();
  // One error often fails several requests, or passes several layers that log it.
  const shown = new WeakSet<object>();
  const end = (key: string) => {
    const { level, message, cause, origin, count } = running.get(key) ?? NONE;
    running.delete(key);
    if (count > 0) write(level, { ...origin, cause, repeated: count }, message);
  };
  return (level, fields, message) => {
    const error = 'err' in fields ? fields.err : undefined;
    if (error === undefined) return write(level, fields, message);
    const innermost = innermostOf(error);
    const { key, cause, origin } = keyOf(running, message, originOf(fields), describe(innermost));
    const repeats = running.get(key);
    if (repeats) {
      if (namesObject(fields)) write(level, withoutStack(fields, error), message);
      else repeats.count += 1;
      return;
    }
    running.set(key, { level, message, cause, origin, count: 0 });
    // The repetitions belong to other requests.
    untraced(() => setTimeout(end, LIMITS.logRepeatSeconds * 1000, key).unref());
    const isObject = typeof innermost === 'object' && innermost !== null;
    const isShown = isObject && shown.has(innermost);
    if (isObject) shown.add(innermost);
    write(level, isShown ? withoutStack(fields, error) : fields, message);
  };
}

const NONE: Repeats = { level: 'warn', message: '', cause: '', origin: {}, count: 0 };

/**
 * The key that further causes share if too many are counted already, so that texts from outside
 * cannot fill the memory.
 */
const OTHERS = 'other causes';

function keyOf(
  running: ReadonlyMap<string, Repeats>,
  message: string,
  origin: object,
  cause: string,
) {
  const key = JSON.stringify([message, origin, cause]);
  if (running.has(key) || running.size < LIMITS.logCauses) return { key, cause, origin };
  return { key: OTHERS, cause: OTHERS, origin: {} };
}

function originOf(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isOfCause(name)));
}

const isOfCause = (name: string): boolean => OF_CAUSES.some((known) => known === name);

const namesObject = (fields: object): boolean =>
  Object.keys(fields).some((name) => !OF_REQUESTS.has(name));

const DEPTH = 5;

function innermostOf(error: unknown): unknown {
  let found = error;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    if (!(found instanceof Error) || !(found.cause instanceof Error)) return found;
    found = found.cause;
  }
  return found;
}

/** Mistakes of the program, which only their place tells apart. */
const MISTAKES = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * A cause without ids and long numbers, which differ between its occurrences. Statuses, ports and
 * codes stay, because they tell causes apart.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const message = error.message.slice(0, 200).replace(/\b[0-9a-f-]{8,}\b|\d{6,}/g, '#');
  const isMistake = MISTAKES.some((type) => error instanceof type);
  const place = isMistake ? (/\n\s+at .*/.exec(error.stack ?? '')?.[0].trim() ?? '') : '';
  return [`${error.name}${code}: ${message}`, place].filter((text) => text !== '').join(' ');
}

function withoutStack(fields: object, error: unknown): object {
  if (!(error instanceof Error)) return fields;
  const { name, message, cause } = error;
  const inner = cause instanceof Error ? { cause: cause.message } : {};
  return { ...fields, err: { type: name, message, ...inner } };
}
