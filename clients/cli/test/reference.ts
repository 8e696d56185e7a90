import type { Command } from '../src/command.js';
import { COMMANDS } from '../src/commands.js';
import { EXIT, EXIT_TEXTS, type ExitName } from '../src/exit-codes.js';

/** The README's tables of commands, options and exit codes, from the program itself. */
export function reference(): string {
  const rows = COMMANDS.map((command) => `| ${usageOf(command)} | ${command.summary.en} |`);
  const options = COMMANDS.flatMap(({ name, options = [] }) =>
    options.map(({ flags, summary }) => `| \`${name}\` | \`${flags}\` | ${summary.en} |`),
  );
  const codes = (Object.keys(EXIT) as ExitName[]).map(
    (name) => `| ${EXIT[name]} | ${EXIT_TEXTS[name].en} |`,
  );
  return [
    '| Command | What it does |\n|---|---|',
    ...rows,
    '\n| Command | Option | Meaning |\n|---|---|---|',
    ...options,
    '\n| Exit code | Meaning |\n|---|---|',
    ...codes,
  ].join('\n');
}

function usageOf({ name, arguments: args = [] }: Command): string {
  return `\`${['modport', name, ...args.map(({ syntax }) => syntax)].join(' ')}\``;
}
