import { Command as Commander, Option } from 'commander';
import type { Command, Input } from './command.js';
import { EXIT, EXIT_TEXTS, type ExitName } from './exit-codes.js';
import { type Language, texts } from './language.js';
import { PROGRAM_VERSION } from './version.js';

/** Runs the command that the user chose, with the arguments and options of the call. */
export type OnCommand = (command: Command, input: Input) => Promise<void>;

const WORDS = texts({
  en: {
    summary: 'Search, install, verify and publish mods of a modport service.',
    json: 'print one JSON document on stdout, and errors as JSON on stderr',
    quiet: 'print no progress and no notes',
    server: 'the address of the service, such as https://mods.example',
    help: 'show this help',
    version: 'show the version of this program',
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    commands: 'Commands:',
    exitCodes: 'Exit codes:',
    choices: 'one of',
  },
  de: {
    summary: 'Mods eines modport-Dienstes suchen, installieren, prüfen und veröffentlichen.',
    json: 'ein JSON-Dokument auf stdout ausgeben, Fehler als JSON auf stderr',
    quiet: 'keinen Fortschritt und keine Hinweise ausgeben',
    server: 'die Adresse des Dienstes, etwa https://mods.example',
    help: 'diese Hilfe zeigen',
    version: 'die Version dieses Programms zeigen',
    usage: 'Aufruf:',
    arguments: 'Argumente:',
    options: 'Optionen:',
    commands: 'Befehle:',
    exitCodes: 'Exit-Codes:',
    choices: 'eines von',
  },
  ru: {
    summary: 'Поиск, установка, проверка и публикация модов сервиса modport.',
    json: 'вывести один документ JSON в stdout, ошибки — JSON в stderr',
    quiet: 'не выводить ход работы и подсказки',
    server: 'адрес сервиса, например https://mods.example',
    help: 'показать эту справку',
    version: 'показать версию программы',
    usage: 'Использование:',
    arguments: 'Аргументы:',
    options: 'Параметры:',
    commands: 'Команды:',
    exitCodes: 'Коды завершения:',
    choices: 'одно из',
  },
});

/**
 * Builds the parser of the command line from the tree of commands. Its `parseAsync` runs
 * `onCommand`, and never ends the process. For a wrong command line, the help and the version, it
 * throws a CommanderError.
 */
export function buildProgram(
  commands: readonly Command[],
  language: Language,
  onCommand: OnCommand,
): Commander {
  const words = WORDS[language];
  const program = new Commander('modport')
    .description(words.summary)
    .version(PROGRAM_VERSION, '-V, --version', words.version)
    .enablePositionalOptions()
    .addHelpText('after', () => `\n${words.exitCodes}\n${exitCodeHelp(language)}`);
  setUp(program, language);
  const groups = new Map<string, Commander>();
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    const parent = second === undefined ? program : groupOf(program, groups, first, language);
    add(parent, second ?? first, command, language, onCommand);
  }
  return program;
}

/** The help texts of first words that are no command alone, such as `keys` in `keys list`. */
const GROUPS = texts({
  en: { keys: 'manage the API keys of your account', webhooks: 'work with webhooks' },
  de: { keys: 'die API-Schlüssel Ihres Kontos verwalten', webhooks: 'mit Webhooks arbeiten' },
  ru: { keys: 'управлять API-ключами аккаунта', webhooks: 'работать с вебхуками' },
});

function groupOf(
  program: Commander,
  groups: Map<string, Commander>,
  name: string,
  language: Language,
): Commander {
  const known = groups.get(name);
  if (known) return known;
  const summaries: Readonly<Record<string, string>> = GROUPS[language];
  const group = program.command(name).description(summaries[name] ?? '');
  setUp(group, language);
  groups.set(name, group);
  return group;
}

function add(
  parent: Commander,
  name: string,
  spec: Command,
  language: Language,
  onCommand: OnCommand,
): void {
  const words = WORDS[language];
  const command = parent.command(name).description(spec.summary[language]);
  setUp(command, language);
  for (const { syntax, summary } of spec.arguments ?? []) {
    command.argument(syntax, summary[language]);
  }
  for (const { flags, summary, choices, repeats } of spec.options ?? []) {
    const hint = choices ? ` (${words.choices}: ${choices.join(', ')})` : '';
    const option = new Option(flags, `${summary[language]}${hint}`);
    // The command checks the choices: its message is in the language of the user.
    if (repeats) option.argParser((value, all: string[] = []) => [...all, value]);
    command.addOption(option);
  }
  command
    .option('--server <url>', words.server)
    .option('--json', words.json)
    .option('-q, --quiet', words.quiet);
  command.action(() => onCommand(spec, inputOf(command)));
}

function setUp(command: Commander, language: Language): void {
  const words = WORDS[language];
  const titles: Readonly<Record<string, string>> = {
    'Usage:': words.usage,
    'Arguments:': words.arguments,
    'Options:': words.options,
    'Commands:': words.commands,
  };
  command
    .helpOption('-h, --help', words.help)
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
    .configureOutput({ writeErr: () => {}, outputError: () => {} });
}

function exitCodeHelp(language: Language): string {
  const names = Object.keys(EXIT) as ExitName[];
  return names
    .map((name) => `  ${String(EXIT[name]).padEnd(4)} ${EXIT_TEXTS[name][language]}`)
    .join('\n');
}

function inputOf(command: Commander): Input {
  const options: Readonly<Record<string, unknown>> = command.opts();
  const values = new Map(
    command.registeredArguments.map((argument, at) => [
      argument.name(),
      command.processedArgs[at] as unknown,
    ]),
  );
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const listOf = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const keyOf = (name: string): string =>
    name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return {
    argument: (name) => textOf(values.get(name)) ?? '',
    optionalArgument: (name) => textOf(values.get(name)),
    arguments: (name) => listOf(values.get(name)),
    option: (name) => textOf(options[keyOf(name)]),
    options: (name) => listOf(options[keyOf(name)]),
    flag: (name) => options[keyOf(name)] === true,
  };
}
