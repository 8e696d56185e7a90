import { ConfigError, loadConfig } from '../config.js';
import { detailOf } from '../registry/error-texts.js';
import { RegisteredError } from '../registry/errors.js';
import { operatorOf, type Printed } from './command.js';
import { CommandError } from './command-error.js';
import { COMMANDS } from './commands/index.js';

/** What a command line ends with: at most one line on each stream. */
export interface Outcome {
  /** 0, 1 for a command that failed, 2 for an environment that cannot be used. */
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Carries out one command line, `NOUN VERB [--flags]`, and never throws: an answer is one JSON
 * object on stdout, a failure one on stderr, and a bad environment one plain line there.
 */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  try {
    const printed = await dispatch(args, env);
    return { exitCode: 0, stdout: `${JSON.stringify(printed)}\n`, stderr: '' };
  } catch (error) {
    if (error instanceof ConfigError) {
      return { exitCode: 2, stdout: '', stderr: `${error.message}\n` };
    }
    return { exitCode: 1, stdout: '', stderr: `${JSON.stringify(describe(error))}\n` };
  }
}

function dispatch(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Printed> {
  const config = loadConfig(env);
  const [noun = '', verb = '', ...rest] = args;
  const name = `${noun} ${verb}`.trim();
  const found = COMMANDS.get(name);
  if (found) return found.run(operatorOf(config, name), rest);
  const commands = [...COMMANDS].map(([known, { usage }]) => `${known} ${usage}`.trim());
  throw new CommandError(name === '' ? 'a command is needed' : `there is no command ${name}`, {
    help: { commands },
  });
}

function describe(error: unknown): object {
  if (error instanceof RegisteredError) {
    const { code, logDetail, extensions } = error;
    const detail = detailOf(code, 'en');
    return { error: logDetail === null ? detail : `${detail} (${logDetail})`, code, ...extensions };
  }
  if (error instanceof CommandError) return { error: error.message, ...error.help };
  return { error: error instanceof Error ? error.message : String(error) };
}
