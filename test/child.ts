import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import ts from 'typescript';
import { projectRoot } from '../src/platform/project-root.js';

/** A separate node process that runs a program with the sources of src/platform. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line on stdout. Throws if the process ends first. */
  line(): Promise<string>;
  /** Sends SIGKILL, which acts like a power cut, and waits for the exit. */
  kill(): Promise<void>;
}

/** Runs `program`, an ES module that imports from './src/platform/…', with `args`. For tests that kill the process. */
export async function runChild(program: string, args: readonly string[]): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-child-'));
  await symlink(join(projectRoot(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  await transpile('src/platform', folder);
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

async function transpile(source: string, target: string): Promise<void> {
  const root = projectRoot();
  const entries = await readdir(join(root, source), { recursive: true });
  const wanted = entries.filter((path) => path.endsWith('.ts') && !path.includes('generated'));
  await Promise.all(
    wanted.map(async (path) => {
      const text = await readFile(join(root, source, path), 'utf8');
      const { outputText } = ts.transpileModule(text, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
      });
      const output = join(target, source, path.replace(/\.ts$/, '.js'));
      await mkdir(dirname(output), { recursive: true });
      await writeFile(output, outputText);
    }),
  );
}
