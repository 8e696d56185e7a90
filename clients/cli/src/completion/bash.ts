import { type CompletedCommand, commandsBelow, firstWords } from './model.js';

/** The completion script for bash. A user loads it with `source <(modport completion bash)`. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const groups = firstWords(commands).filter((word) => commandsBelow(commands, word).length > 0);
  const seconds = groups.map((word) => {
    const words = commandsBelow(commands, word).map((one) => one.words[1]);
    return `    ${word}) words='${words.join(' ')}' ;;`;
  });
  const options = commands.map(({ words, options: all }) => {
    const names = all.flatMap(({ long, short }) => (short === null ? [long] : [short, long]));
    return `    '${words.join(' ')}') words='${names.join(' ')}' ;;`;
  });
  return `# bash completion of modport
_modport() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    command=\${command:+$command }$word
    case $command in
${groups.map((word) => `      ${word}) continue ;;`).join('\n')}
    esac
    break
  done
  COMPREPLY=()
  case "$command:$previous" in
${valueCases(commands)}
  esac
  case "$command" in
    '') words='${firstWords(commands).join(' ')} --help --version' ;;
${seconds.join('\n')}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${options.join('\n')}
    esac
  fi
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _modport modport
`;
}

/** Cases that complete the value of an option: by its choices, by files, or not at all. */
function valueCases(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ words, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ long, short, choices, isFile }) => {
          const names = [long, ...(short === null ? [] : [short])];
          const pattern = names.map((name) => `'${words.join(' ')}:${name}'`).join('|');
          if (isFile) return `    ${pattern}) compopt -o default 2>/dev/null; return ;;`;
          return `    ${pattern}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return ;;`;
        }),
    )
    .join('\n');
}
