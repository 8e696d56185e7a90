import type { Connection } from './connection.type.js';
import type { Failure } from './failure.js';
import type { Language, Texts } from './language.js';
import type { Output } from './output/output.js';
import type { Secrets } from './output/secrets.js';

/** The surroundings of a command. */
export interface Context {
  readonly language: Language;
  readonly output: Output;
  readonly secrets: Secrets;
  /** A copy of the environment, with the secrets that this process no longer has in its own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working folder. */
  readonly folder: string;
  /** Aborts on Ctrl-C and SIGTERM, and if the reader of stdout closes the pipe. */
  readonly signal: AbortSignal;
  /** Whether a person can answer questions: stdin and stderr are terminals. */
  readonly isInteractive: boolean;
  /** The value of `--server`; undefined if the user did not give it. */
  readonly serverOption: string | undefined;
  /**
   * Connects to the selected service with the credential of this machine, or anonymously. Sends no
   * request yet. Throws the errors of `connect` in `connection.ts`.
   */
  connect(): Promise<Connection>;
}

/**
 * The arguments and options of one call. Names are as in `file` for `<file>` and `dry-run` for
 * `--dry-run`.
 */
export interface Input {
  /** A required argument. */
  argument(name: string): string;
  /** An optional argument; undefined if the user did not give it. */
  optionalArgument(name: string): string | undefined;
  /** All values of a repeatable argument; empty without any. */
  arguments(name: string): readonly string[];
  /** The value of an option; undefined if the user did not give it. */
  option(name: string): string | undefined;
  /** All values of a repeatable option; empty without any. */
  options(name: string): readonly string[];
  /**
   * Whether the user gave an option without a value. An option that is declared as `--no-x` has the
   * name `x`, which is true unless the user gave `--no-x`.
   */
  flag(name: string): boolean;
}

/** The result of a command. */
export interface Result {
  /** The document of `--json`. */
  readonly data: unknown;
  /** The same for people; empty if nothing is to be printed. */
  readonly text: string;
  /** A failure that is reported after the result, and decides the exit code. */
  readonly failure?: Failure;
}

/** An argument: `<mod>` is required, `[version]` is optional, and `[mods...]` is repeatable. */
export interface ArgumentSpec {
  readonly syntax: string;
  readonly summary: Texts;
}

/** An option, in the syntax of commander: `-g, --game <slug>`. */
export interface OptionSpec {
  readonly flags: string;
  readonly summary: Texts;
  /** For help and completion. The command itself checks the value (`choice`). */
  readonly choices?: readonly string[];
  /** Whether the user may give the option several times. `Input.options` then has its values. */
  readonly repeats?: boolean;
}

/** A command of the program. Errors of `run` become a message and an exit code (`reportOf`). */
export interface Command {
  /** One or two words: `install`, `keys create`. */
  readonly name: string;
  readonly summary: Texts;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  run(context: Context, input: Input): Promise<Result>;
}
