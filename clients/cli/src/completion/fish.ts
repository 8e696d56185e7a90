import { type CompletedCommand, commandsBelow, firstWords, quoted } from './model.js';

/**
 * The completion script for fish. A user saves it as `~/.config/fish/completions/modport.fish`, or
 * sources it.
 */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  const lines = ['# fish completion of modport', 'complete -c modport -e'];
  for (const word of first) {
    const only = commands.find(({ words }) => words.length === 1 && words[0] === word);
    const text = only ? ` -d ${quoted(only.summary)}` : '';
    lines.push(`complete -c modport -n __fish_use_subcommand -f -a ${word}${text}`);
    const below = commandsBelow(commands, word);
    const names = below.map((one) => one.words[1] ?? '').join(' ');
    for (const one of below) {
      const condition = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${names}`;
      lines.push(
        `complete -c modport -n ${quoted(condition)} -f -a ${one.words[1]} -d ${quoted(one.summary)}`,
      );
    }
  }
  return `${[...lines, ...commands.flatMap(optionLines)].join('\n')}\n`;
}

function optionLines({ words, options }: CompletedCommand): string[] {
  const condition = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  return options.map(({ long, short, takesValue, choices, isFile, summary }) =>
    [
      `complete -c modport -n ${quoted(condition)}`,
      `-l ${long.slice(2)}`,
      ...(short === null ? [] : [`-s ${short.slice(1)}`]),
      ...(takesValue ? [isFile ? '-r -F' : '-x'] : []),
      ...(choices.length > 0 ? [`-a ${quoted(choices.join(' '))}`] : []),
      ...(summary === '' ? [] : [`-d ${quoted(summary)}`]),
    ].join(' '),
  );
}
