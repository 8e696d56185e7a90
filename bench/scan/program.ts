import { spawn } from 'node:child_process';

/** Runs a program and drops its output. Throws if it is not installed or fails. */
export function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program}: ${code}`))));
  });
}

/** Whether a program can be run; `args` must make it end at once, with exit code 0. */
export function isInstalled(program: string, args: readonly string[] = []): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}
