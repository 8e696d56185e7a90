import type { Command, OptionSpec } from '../command.js';
import type { Language } from '../language.js';
import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import type { CompletedCommand, CompletedOption } from './model.js';
import { zshScript } from './zsh.js';

/** The shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell with a completion script. */
export type Shell = (typeof SHELLS)[number];

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The options of every command. They have no summaries, so scripts show only their names. */
const SHARED: readonly CompletedOption[] = [
  { long: '--server', short: null, takesValue: true, choices: [], isFile: false, summary: '' },
  { long: '--json', short: null, takesValue: false, choices: [], isFile: false, summary: '' },
  { long: '--quiet', short: '-q', takesValue: false, choices: [], isFile: false, summary: '' },
  { long: '--help', short: '-h', takesValue: false, choices: [], isFile: false, summary: '' },
];

/** The completion script of a shell for these commands, with summaries in `language`. */
export function completionScript(
  shell: Shell,
  commands: readonly Command[],
  language: Language,
): string {
  return SCRIPTS[shell](
    commands.map(
      ({ name, summary, options = [] }): CompletedCommand => ({
        words: name.split(' '),
        summary: summary[language],
        options: [...options.map((option) => completed(option, language)), ...SHARED],
      }),
    ),
  );
}

function completed(
  { flags, summary, choices = [] }: OptionSpec,
  language: Language,
): CompletedOption {
  const long = /--[a-z-]+/.exec(flags)?.[0] ?? '';
  const short = /^-[A-Za-z](?=,)/.exec(flags)?.[0] ?? null;
  const isFile = /<(?:file|folder)>/.test(flags);
  return {
    long,
    short,
    takesValue: flags.includes('<'),
    choices,
    isFile,
    summary: summary[language],
  };
}
