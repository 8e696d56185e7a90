import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import ts from 'typescript';
import { inject } from 'vitest';
import { projectRoot } from '../src/platform/release.js';

/** A separate node process that runs a program with the sources of src/platform. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line on stdout. Throws if the process ends first. */
  line(): Promise<string>;
  /** Sends SIGKILL, which acts like a power cut, and waits for the exit. */
  kill(): Promise<void>;
}

/**
 * Runs `program`, an ES module that imports from './src/platform/…', with `args`. For tests that
 * kill the process.
 */
export async function runChild(program: string, args: readonly string[]): Promise<Child> {
  transpiled ??= transpile('src/platform');
  const folder = await mkdtemp(join(tmpdir(), 'modport-child-'));
  await symlink(join(await transpiled, 'src'), join(folder, 'src'), 'junction');
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

/** The folder with the transpiled sources; made once for all children of this process. */
let transpiled: Promise<string> | undefined;

/** Transpiles a folder of sources to a new folder, which the end of the run removes. */
async function transpile(source: string): Promise<string> {
  const root = projectRoot();
  const target = await mkdtemp(join(inject('runFolder'), 'sources-'));
  await symlink(join(root, 'node_modules'), join(target, 'node_modules'), 'junction');
  await writeFile(join(target, 'package.json'), '{"type":"module"}');
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
  return target;
}
