import { CommanderError } from 'commander';
import type { Command, Context, Input } from './command.js';
import { COMMANDS } from './commands.js';
import { connect } from './connection.js';
import { EXIT } from './exit-codes.js';
import { Failure, failure } from './failure.js';
import { languageOf } from './language.js';
import { createOutput, wantsColor } from './output/output.js';
import { safeJson, safeText } from './output/safe-text.js';
import type { Secrets } from './output/secrets.js';
import type { Sink } from './output/sink.js';
import { buildProgram } from './program.js';
import { reportOf } from './report.js';
import { usageFailure } from './usage-errors.js';

/** The process in which the program runs, or a substitute for it in tests. */
export interface Surroundings {
  /** The arguments after the name of the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly isInteractive: boolean;
  readonly signal: AbortSignal;
  readonly secrets: Secrets;
}

/**
 * Runs one command, prints its result, and returns its exit code. Prints the help or the version
 * instead if the arguments name them. Writes an error to stderr and throws none.
 */
export async function run(surroundings: Surroundings): Promise<number> {
  const { args, env, stderr, stdout, secrets } = surroundings;
  const language = languageOf(env);
  // An error of the command line comes before its options are known.
  let isJson = optionsOf(args).includes('--json');
  let exit: number = EXIT.ok;

  const fail = (failed: unknown): number => {
    const report = reportOf(failed, language, Boolean(env['MODPORT_TOKEN']));
    const text = isJson
      ? safeJson({ error: report.document })
      : red(stderr, env, safeText(`modport: ${report.text}`));
    stderr.write(`${secrets.redact(text)}\n`);
    return report.exitCode;
  };
  const program = buildProgram(COMMANDS, language, async (command, input) => {
    exit = await runCommand(command, input);
  });

  async function runCommand(command: Command, input: Input): Promise<number> {
    isJson = input.flag('json');
    const isQuiet = input.flag('quiet');
    const output = createOutput({ stdout, stderr, isJson, isQuiet, language, env, secrets });
    const context: Context = {
      ...surroundings,
      language,
      output,
      serverOption: input.option('server'),
      connect: () => connect(context),
    };
    const { data, text, failure: failed } = await command.run(context, input);
    output.result(data, text);
    return failed ? fail(failed) : EXIT.ok;
  }

  try {
    await program.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) return fail(interruption(surroundings.signal) ?? error);
    const failed = usageFailure(error);
    return failed ? fail(failed) : EXIT.ok;
  }
}

/** The arguments before `--`; those after it are never options. */
function optionsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

/**
 * The failure to report in place of any error once the run was stopped, for example by Ctrl-C: the
 * stop caused the error. Null if the run was not stopped.
 */
function interruption({ aborted, reason }: AbortSignal): Failure | null {
  if (!aborted) return null;
  return reason instanceof Failure ? reason : failure('interrupted', {});
}

function red(stream: Sink, env: Surroundings['env'], text: string): string {
  return wantsColor(env, stream) ? `\u001b[31m${text}\u001b[39m` : text;
}
