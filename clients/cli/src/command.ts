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
  /** Aborts on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** Whether a person can answer questions. */
  readonly isInteractive: boolean;
  /** The address of `--server`. */
  readonly serverOption: string | undefined;
  /** The selected service, with the credential that this machine has for it, if any. */
  connect(): Promise<Connection>;
}

/** The values of one call, by names as in `file` for `<file>` and `dry-run` for `--dry-run`. */
export interface Input {
  /** A required argument. */
  argument(name: string): string;
  optionalArgument(name: string): string | undefined;
  /** All values of a repeatable argument. */
  arguments(name: string): readonly string[];
  option(name: string): string | undefined;
  /** All values of a repeatable option. */
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
  /** The same for people; empty if the notes have said it all. */
  readonly text: string;
  /** A failure that is reported after the result, and decides the exit code. */
  readonly failure?: Failure;
}

/** An argument, such as `<mod>`, `[version]` or `[mods...]`. */
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
  readonly repeats?: boolean;
}

/** A command of the tree. */
export interface Command {
  /** One or two words: `install`, `keys create`. */
  readonly name: string;
  readonly summary: Texts;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  run(context: Context, input: Input): Promise<Result>;
}
