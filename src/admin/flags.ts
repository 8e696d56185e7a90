import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';

/** A failure of a command, with a message for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** Further help, such as the list of commands; printed with the message. Empty without help. */
  readonly help: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: { cause?: unknown; help?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.help = options.help ?? {};
  }
}

/**
 * An invalid command line: a wrong flag, or flags that do not fit together. Commands may throw it
 * at any time; its report has the usage of the command (`bareCommand`).
 */
export class UsageError extends CommandError {}

type Option = NonNullable<ParseArgsConfig['options']>[string];
type Given = string | boolean | (string | boolean)[] | undefined;

/** A flag of a command: its form in the shell, and how its text is converted. */
interface Flag<T> {
  readonly option: Option;
  /** The placeholder in a usage line, such as `U`; empty for a switch. */
  readonly shows: string;
  readonly optional: boolean;
  /** Throws UsageError for an invalid text. */
  read(given: Given, name: string): T;
}

/** The flags of a command by their names without the dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of a command's flags. */
export type Values<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

/** A mandatory text. Rejects one that is empty or blank. */
export function required(shows: string): Flag<string> {
  return {
    option: { type: 'string' },
    shows,
    optional: false,
    read(given, name) {
      if (typeof given !== 'string' || given.trim() === '') {
        throw new UsageError(`--${name} is needed`);
      }
      return given;
    },
  };
}

/** An optional text, which may be empty; undefined if absent. */
export function optional(shows: string): Flag<string | undefined> {
  const read = (given: Given) => (typeof given === 'string' ? given : undefined);
  return { option: { type: 'string' }, shows, optional: true, read };
}

/** One of a few words; undefined if absent. Rejects any other text. */
export function oneOf<const T extends string>(words: readonly T[]): Flag<T | undefined> {
  return {
    option: { type: 'string' },
    shows: words.join('|'),
    optional: true,
    read(given, name) {
      const word = words.find((candidate) => candidate === given);
      if (given === undefined || word !== undefined) return word;
      throw new UsageError(`--${name} takes ${words.join(', ')}`);
    },
  };
}

/** Makes an optional flag mandatory. Rejects a command line without it. */
export function needed<T>(flag: Flag<T | undefined>): Flag<T> {
  return {
    ...flag,
    optional: false,
    read(given, name) {
      const value = flag.read(given, name);
      if (value === undefined) throw new UsageError(`--${name} is needed`);
      return value;
    },
  };
}

const rfc3339 = z.iso.datetime({ offset: true });

/** An RFC 3339 time, such as `2027-01-31T12:00:00Z`; null if absent. Rejects any other text. */
export function moment(shows: string): Flag<Date | null> {
  return {
    option: { type: 'string' },
    shows,
    optional: true,
    read(given, name) {
      if (given === undefined) return null;
      const { success, data } = rfc3339.safeParse(String(given).toUpperCase());
      if (success) return new Date(data);
      throw new UsageError(`--${name} takes a time such as 2027-01-31T12:00:00Z`);
    },
  };
}

/** Words in one text, separated by spaces; empty if absent. */
export function words(shows: string): Flag<string[]> {
  const read = (given: Given) =>
    typeof given === 'string' ? given.split(/\s+/).filter((word) => word !== '') : [];
  return { option: { type: 'string' }, shows, optional: true, read };
}

/** Like `words`, but undefined if absent. */
export function wordsIfGiven(shows: string): Flag<string[] | undefined> {
  const flag = words(shows);
  const read = (given: Given, name: string) =>
    given === undefined ? undefined : flag.read(given, name);
  return { ...flag, read };
}

/** A flag that may be repeated; empty if absent. Rejects an empty text. */
export function each(shows: string): Flag<string[]> {
  const read = (given: Given, name: string) => {
    if (!Array.isArray(given)) return [];
    if (given.includes('')) throw new UsageError(`--${name} is empty`);
    return given.filter((one) => typeof one === 'string');
  };
  return { option: { type: 'string', multiple: true }, shows, optional: true, read };
}

/** A flag that must be given at least once and may be repeated. Rejects an empty text. */
export function someOf(shows: string): Flag<string[]> {
  const flag = each(shows);
  return {
    ...flag,
    optional: false,
    read(given, name) {
      if (given === undefined) throw new UsageError(`--${name} is needed`);
      return flag.read(given, name);
    },
  };
}

/** A whole number from 1 to `max`; the value of `otherwise` if absent. Rejects any other text. */
export function wholeNumber<const D extends number | null>(
  shows: string,
  { max, otherwise }: { max: number; otherwise: D },
): Flag<number | D> {
  return {
    option: { type: 'string' },
    shows,
    optional: true,
    read(given, name) {
      if (given === undefined) return otherwise;
      const number = /^\d{1,15}$/.test(String(given)) ? Number(given) : 0;
      if (number >= 1 && number <= max) return number;
      throw new UsageError(`--${name} takes a whole number from 1 to ${max}`);
    },
  };
}

/** A flag without a value; true if given. */
export const toggle: Flag<boolean> = {
  option: { type: 'boolean' },
  shows: '',
  optional: true,
  read: (given) => given === true,
};

/**
 * Parses the flags of a command line. Throws UsageError, also for a positional argument, and for a
 * repeated flag that takes only one value.
 */
export function readFlags<F extends Flags>(flags: F, args: readonly string[]): Values<F> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, flag.option]),
  );
  const given = parsed(args, options);
  const values = Object.entries(flags).map(([name, flag]) => [name, flag.read(given[name], name)]);
  // The flag of the same name read each value, so the cast is safe.
  return Object.fromEntries(values) as Values<F>;
}

/** The flags as shown in a usage line. */
export function usageOf(flags: Flags): string {
  return Object.entries(flags)
    .map(([name, { shows, option, optional: mayLack }]) => {
      const text = shows === '' ? `--${name}` : `--${name} ${shows}`;
      const shown = mayLack ? `[${text}]` : text;
      return option.multiple === true ? `${shown}…` : shown;
    })
    .join(' ');
}

function parsed(args: readonly string[], options: Record<string, Option>): Record<string, Given> {
  const { values, tokens } = parsedStrictly(args, options);
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const repeated = names.find((name, at) => names.indexOf(name) !== at && !options[name]?.multiple);
  // The library would take the last value, and the command would ignore the others.
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once`);
  return values;
}

function parsedStrictly(args: readonly string[], options: Record<string, Option>) {
  try {
    const strict = { strict: true, allowPositionals: false, tokens: true } as const;
    return parseArgs({ args: [...args], options, ...strict });
  } catch (error) {
    // Only the first sentence: others advise forms that commands do not have.
    const [text = 'a flag is wrong'] = error instanceof Error ? error.message.split(/\. |\n/) : [];
    const [, flag] = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing$/.exec(text) ?? [];
    throw new UsageError(flag === undefined ? text : `${flag} needs a value`, { cause: error });
  }
}
