/** An option in a completion script. */
export interface CompletedOption {
  /** With its dashes, as in `--game`. */
  readonly long: string;
  /** With its dash, as in `-g`; null without a short form. */
  readonly short: string | null;
  readonly takesValue: boolean;
  /** The possible values; empty if any value is possible. */
  readonly choices: readonly string[];
  /** Whether the value is a file or a folder. */
  readonly isFile: boolean;
  /** Empty for an option that every command has. */
  readonly summary: string;
}

/** A command in a completion script. `words` are the one or two words of its name. */
export interface CompletedCommand {
  readonly words: readonly string[];
  readonly summary: string;
  readonly options: readonly CompletedOption[];
}

/** The first words of all commands, without repetition. */
export function firstWords(commands: readonly CompletedCommand[]): readonly string[] {
  return [...new Set(commands.map(({ words }) => words[0] ?? ''))];
}

/** The commands of two words whose first word is `first`. Empty for a command of one word. */
export function commandsBelow(
  commands: readonly CompletedCommand[],
  first: string,
): readonly CompletedCommand[] {
  return commands.filter(({ words }) => words[0] === first && words.length === 2);
}

/** Returns the text in single quotes for scripts of zsh and fish. Escapes the quotes in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
