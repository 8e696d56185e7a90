import { ConfigError, loadConfig } from '../config/config.js';
import { detailOf } from '../registry/error-texts.js';
import { RegisteredError } from '../registry/errors.js';
import {
  type Command,
  createInvocation,
  type Invocation,
  type Printed,
  type Replacements,
} from './command.js';
import { COMMANDS } from './commands/index.js';
import { CommandError } from './flags.js';
import { type UsedData, usedDataOf } from './used-data.js';

/** The result of a command line. */
export interface CommandLineResult {
  /** 0 for success, 1 for a failed command, 2 for an invalid environment. */
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one command line, `NOUN VERB [--flags]`, and never throws.
 * - Success: one JSON object on stdout, and lines on stderr that name the data used.
 * - Failure: one JSON object on stderr. If the command opened data, `used` and `warning` name it.
 * - Invalid environment: one plain line on stderr.
 * - `help`, `--help` or `-h`: the usage of all commands, or of the named one, as JSON on stdout.
 *
 * `replacing` is for tests.
 */
export async function runAdmin(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  replacing: Replacements = {},
): Promise<CommandLineResult> {
  let invocation: Invocation | null = null;
  try {
    const [noun = '', verb = '', ...rest] = args;
    if (HELP.has(noun)) return helpOf({ commands: await usages() });
    const name = `${noun} ${verb}`.trim();
    if (rest.some((arg) => HELP_FLAGS.has(arg)) && COMMANDS.has(name)) {
      return helpOf({ usage: await usageOf(name) });
    }
    invocation = createInvocation(loadConfig(env), name, replacing);
    const command = await commandNamed(invocation.name);
    const printed = await command.run(invocation, rest);
    return {
      exitCode: 0,
      stdout: `${JSON.stringify(printed)}\n`,
      stderr: linesOf(dataOf(invocation)),
    };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { exitCode: 2, stdout: '', stderr: `${error.message}\n` };
    }
    const report = { ...describe(error), ...(invocation ? dataOf(invocation) : {}) };
    return { exitCode: 1, stdout: '', stderr: `${JSON.stringify(report)}\n` };
  }
}

const dataOf = ({ config, detected }: Invocation) => usedDataOf(config, detected);

function linesOf(data: UsedData | null): string {
  if (!data) return '';
  const warning = data.warning === undefined ? '' : `warning: ${data.warning}\n`;
  return `used ${data.used}\n${warning}`;
}

const HELP_FLAGS: ReadonlySet<string> = new Set(['--help', '-h']);
const HELP: ReadonlySet<string> = new Set(['help', ...HELP_FLAGS]);

/** Help is a result like any other, so that it needs no environment and the exit code is 0. */
const helpOf = (help: Printed): CommandLineResult => ({
  exitCode: 0,
  stdout: `${JSON.stringify(help)}\n`,
  stderr: '',
});

const usages = (): Promise<string[]> => Promise.all([...COMMANDS.keys()].map(usageOf));

async function usageOf(name: string): Promise<string> {
  return `${name} ${(await COMMANDS.get(name)?.())?.usage ?? ''}`.trim();
}

async function commandNamed(name: string): Promise<Command> {
  const load = COMMANDS.get(name);
  if (load) return load();
  throw new CommandError(name === '' ? 'a command is needed' : `there is no command ${name}`, {
    help: { commands: await usages() },
  });
}

function describe(error: unknown): object {
  if (error instanceof RegisteredError) {
    const { code, detail, logDetail, extensions } = error;
    const text = detail?.en ?? detailOf(code, 'en');
    const isSpecific = detail !== null || logDetail === null;
    return { error: isSpecific ? text : `${text} (${logDetail})`, code, ...extensions };
  }
  if (error instanceof CommandError) return { error: error.message, ...error.help };
  return { error: error instanceof Error ? reasonOf(error) : String(error) };
}

/** Errors of Prisma begin with paragraphs about the call, which tell an operator nothing. */
function reasonOf({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message;
  const paragraphs = message.trim().split(/\n{2,}/);
  return paragraphs.at(-1) ?? message;
}
