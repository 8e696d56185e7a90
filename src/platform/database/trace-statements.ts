import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../registry/limits.js';
import { noteError } from '../tracing/in-span.js';
import type { NewSpan, Tracer } from '../tracing/tracing.js';

/** The most remembered statements: more than the service has. Lists of values make further ones. */
const KNOWN_STATEMENTS = 1_000;

/**
 * The most characters of all remembered statements. A statement with thousands of parameters is
 * long, and differs from the next one.
 */
const KNOWN_CHARACTERS = 2_000_000;

const known = new LRUCache<string, NewSpan>({
  max: KNOWN_STATEMENTS,
  maxSize: KNOWN_CHARACTERS,
  sizeCalculation: (_facts, text) => text.length + 1,
});

/**
 * Runs a statement of the driver in a span, if the running code has a span whose trace is sent. The
 * polls of the queue and other statements of no request or job have none. `run` calls the driver
 * with arguments, the last of which may be a callback.
 */
export function tracedQuery(
  tracer: Tracer,
  text: string,
  args: readonly unknown[],
  run: (args: unknown[]) => unknown,
): unknown {
  if (!tracer.active()?.isSampled) return run([...args]);
  const span = tracer.start(factsOf(text));
  const settle = (error: unknown) => {
    if (error) noteError(span, error);
    span.end();
  };
  try {
    return settling(args, run, settle);
  } catch (error) {
    settle(error);
    throw error;
  }
}

/** Runs a statement, and calls `settle` when it ends, unless the driver throws. */
function settling(
  args: readonly unknown[],
  run: (args: unknown[]) => unknown,
  settle: (error: unknown) => void,
): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const ended = (error: unknown, ...rest: unknown[]) => {
      settle(error);
      return callback(error, ...rest);
    };
    return run([...args.slice(0, -1), ended]);
  }
  const result = run([...args]);
  if (result instanceof Promise) result.then(() => settle(null), settle);
  else settle(null);
  return result;
}

function factsOf(text: string): NewSpan {
  const before = known.get(text);
  if (before) return before;
  const facts = describeStatement(text);
  known.set(text, facts);
  return facts;
}

/** The first table that a statement names after one of these words. */
const TABLE =
  /\b(?:from|into|update|lock table)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_][a-z0-9_]*)"?/i;

/** The facts of a statement: its operation, its first table, and its text (`withoutValues`). */
export function describeStatement(text: string): NewSpan {
  const plain = withoutValues(text);
  const operation = (/^\w+/.exec(plain)?.[0] ?? 'SQL').toUpperCase();
  const table = TABLE.exec(plain)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': plain.slice(0, LIMITS.spanTextCharacters),
      ...(table === undefined ? {} : { 'db.collection.name': table }),
    },
  };
}

/**
 * Comments, string literals in their three forms, and quoted names. One expression finds them all,
 * because each may contain the beginning of another. A literal without an end goes to the end of
 * the text.
 */
const TOKENS =
  /(?<comment>\/\*.*?(?:\*\/|$)|--[^\n]*)|\bE'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|(?<![\w$])(?<quote>\$(?:[a-z_]\w*)?\$).*?(?:\k<quote>|$)|(?<name>"[^"]*")/gis;

/**
 * A statement on one line, without comments and string literals; numbers stay. Most literals are
 * part of the program, but a few come from the catalog of the database. Lists of parameters of any
 * length become one text.
 */
function withoutValues(text: string): string {
  return text
    .replace(TOKENS, (token, comment?: string, _quote?: string, name?: string) => {
      if (comment !== undefined) return ' ';
      return name === undefined ? "'?'" : token;
    })
    .replace(/\$\d+(?:\s*,\s*\$\d+)+/g, '$n')
    .replace(/\s+/g, ' ')
    .trim();
}
