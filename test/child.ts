import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../src/platform/release.js';

/** A separate node process that runs a program with the built modules of `src`. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line on stdout. Throws if the process ends first. */
  line(): Promise<string>;
  /** Sends SIGKILL, which acts like a power cut, and waits for the exit. */
  kill(): Promise<void>;
}

/**
 * Runs `program`, an ES module that imports from './src/…', with `args`. For tests that
 * kill the process.
 */
export async function runChild(program: string, args: readonly string[]): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-child-'));
  await symlink(join(projectRoot(), 'dist', 'src'), join(folder, 'src'), 'junction');
  await symlink(join(projectRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'main.js'), program);
  const child = spawn(process.execPath, [join(folder, 'main.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => rm(folder, { recursive: true, force: true }));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const next = await lines.next();
      if (next.done === true) throw new Error('the child ended without a word');
      return next.value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
