import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { FACTS } from './facts.js';

/** The bundled program. */
export const PROGRAM = fileURLToPath(new URL('../dist/modport.js', import.meta.url));

/** How a process of the program ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A running process of the program. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until a stream has said something that matches; throws if the process ends first. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
}

/** A new empty folder, which is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'modport-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The environment of a process: the path of this machine, the test service, a new home, and `env`.
 */
export function environment(env: RunOptions['env'] = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    MODPORT_SERVER: FACTS.base_url,
    MODPORT_HOME: temporaryFolder(),
    LANG: 'C',
    ...env,
  };
}

/** Starts the program, by default in a new folder. Kills it after the test, as `watch` does. */
export function start(args: readonly string[], { cwd, env }: RunOptions = {}): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: cwd ?? temporaryFolder(),
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watch(child);
}

/** Collects what a process says, and its end. Kills the process after the test. */
export function watch(child: ChildProcess): Running {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      child.emit('said');
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    ended,
    async said(pattern) {
      let isOver = false;
      ended.then(() => {
        isOver = true;
        child.emit('said');
      });
      for (;;) {
        const found = pattern.exec(`${said.stdout}${said.stderr}`);
        if (found) return found;
        if (isOver) throw new Error(`it ended without ${pattern}: ${said.stdout}${said.stderr}`);
        await once(child, 'said');
      }
    },
  };
}

/** Runs the program to its end. */
export function modport(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}

/** Runs the program with `--json`, and parses both streams. */
export async function modportJson(args: readonly string[], options: RunOptions = {}) {
  const { code, stdout, stderr } = await modport([...args, '--json'], options);
  return { code, data: parsed(stdout), error: parsed(stderr)?.['error'], stdout, stderr };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read documents of many shapes
type Json = any;

function parsed(text: string): Json {
  return text === '' ? null : JSON.parse(text);
}
