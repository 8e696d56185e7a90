import 'reflect-metadata';
import { COMMANDS } from './commands/index.js';
import { runAdmin } from './run.js';

/** Runs one operator command, prints its result, and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // Only the own user can access files that modport creates.
  process.umask(0o077);
  const { exitCode, stdout, stderr } = await runAdmin(args, process.env);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  // Not `exit`, because output to a pipe may still be pending.
  process.exitCode = exitCode;
}

/** Loads all commands. The build calls it to check the bundle and to store its compiled code. */
export async function checkProgram(): Promise<void> {
  await Promise.all([...COMMANDS.values()].map((load) => load()));
}
