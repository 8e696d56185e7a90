import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The package folder. */
export const PACKAGE = dirname(dirname(HERE));

/** Bundles a TypeScript program of this package into one file that Node runs. */
export async function bundled(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'modport-child-'));
  const bundle = await rolldown({
    input: source,
    platform: 'node',
    logLevel: 'silent',
    resolve: {
      conditionNames: ['modport-source', 'import', 'default'],
      extensionAlias: { '.js': ['.ts', '.js'] },
    },
  });
  const file = join(folder, 'program.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}

/** Bundles a program that is given as text, as if it lay in this package. */
export async function bundledText(text: string): Promise<string> {
  await mkdir(join(PACKAGE, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(PACKAGE, 'dist', 'test-'));
  try {
    const file = join(folder, 'program.ts');
    await writeFile(file, text);
    return await bundled(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A running child and what it prints. */
export interface Child {
  readonly process: ChildProcess;
  /** Resolves as soon as stdout and stderr together contain the text; rejects at the end. */
  saw(text: string): Promise<void>;
  say(line: string): void;
  /** The exit code and all output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/** Starts a program. */
export function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = PACKAGE,
): Child {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let output = '';
  const waiting: { text: string; seen: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const one of waiting) if (output.includes(one.text)) one.seen();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return {
    process: child,
    ended,
    saw: (text) =>
      new Promise((resolve, reject) => {
        if (output.includes(text)) resolve();
        waiting.push({ text, seen: resolve });
        ended.then(() => reject(new Error(`ended without "${text}": ${output}`)), reject);
      }),
    say: (line) => child.stdin.write(`${line}\n`),
  };
}
