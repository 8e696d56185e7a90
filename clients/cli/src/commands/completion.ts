import type { Command } from '../command.js';
import { completionScript, SHELLS } from '../completion/script.js';
import { texts } from '../language.js';
import { usage } from '../usage.js';

/**
 * `modport completion`: prints the completion script for bash, zsh or fish. `tree` returns all
 * commands; it is a function because this command is one of them. Throws `usage` for another shell.
 */
export function completion(tree: () => Parameters<typeof completionScript>[1]): Command {
  return {
    name: 'completion',
    summary: texts({
      en: 'print a completion script for a shell',
      de: 'ein Skript zur Vervollständigung für eine Shell ausgeben',
      ru: 'вывести скрипт автодополнения для оболочки',
    }),
    arguments: [
      {
        syntax: '<shell>',
        summary: texts({ en: SHELLS.join(', '), de: SHELLS.join(', '), ru: SHELLS.join(', ') }),
      },
    ],
    async run({ language }, input) {
      const shell = SHELLS.find((one) => one === input.argument('shell'));
      if (shell === undefined) throw usage(UNKNOWN_SHELL);
      const script = completionScript(shell, tree(), language);
      return { data: { shell, script }, text: script.trimEnd() };
    },
  };
}

const UNKNOWN_SHELL = texts({
  en: `The shell must be one of ${SHELLS.join(', ')}.`,
  de: `Die Shell muss eine von ${SHELLS.join(', ')} sein.`,
  ru: `Укажите одну из оболочек: ${SHELLS.join(', ')}.`,
});
