import {
  type CompletedCommand,
  type CompletedOption,
  commandsBelow,
  firstWords,
  quoted,
} from './model.js';

/**
 * The completion script for zsh. It is the file `_modport` for a folder of `fpath`, and can be
 * sourced as well.
 */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const cases = firstWords(commands).map((word) => {
    const below = commandsBelow(commands, word);
    if (below.length === 0)
      return caseOf(
        word,
        commands.find((one) => one.words[0] === word),
      );
    const names = below.map((one) => quoted(`${one.words[1]}:${one.summary}`)).join(' ');
    const inner = below.map((one) => caseOf(one.words[1] ?? '', one)).join('\n');
    return `    ${word})
      if (( CURRENT == 3 )); then
        commands=(${names})
        _describe command commands
        return
      fi
      case $words[3] in
${inner}
      esac
      ;;`;
  });
  const names = firstWords(commands).map((word) => {
    const only = commands.find(({ words }) => words.length === 1 && words[0] === word);
    return quoted(`${word}:${only?.summary ?? word}`);
  });
  return `#compdef modport
_modport() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(${names.join(' ')})
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _modport ]]; then
  _modport "$@"
else
  compdef _modport modport
fi
`;
}

function caseOf(word: string, command: CompletedCommand | undefined): string {
  const specs = command?.options.flatMap(specsOf) ?? [];
  return `    ${word}) _arguments -s ${specs.join(' ')} '*:file:_files' ;;`;
}

function specsOf({ long, short, takesValue, choices, isFile, summary }: CompletedOption): string[] {
  const text = summary.replace(/[[\]:\\]/g, '\\$&');
  const action = isFile ? '_files' : choices.length > 0 ? `(${choices.join(' ')})` : ' ';
  const value = takesValue ? `:value:${action}` : '';
  const names = short === null ? [long] : [short, long];
  return names.map((name) => quoted(`${name}[${text}]${value}`));
}
