import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../src/platform/release.js';

/** An HTTP server in a process of its own. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

const ADDRESS = /running at (http:\S+)/;

/**
 * Returns the environment of a measured service: `PATH` and `HOME` of this process, settings for
 * measurements such as no rate limits, and `more`, which takes precedence.
 */
export function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, SEED_DEMO: 'false', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...more };
}

/**
 * Starts a program of the folder `dist` that prints `running at <address>`. Throws its standard
 * output if it ends before that.
 */
export async function startServer(
  program: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Server> {
  const child = spawnNode([program, ...args], env);
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = ADDRESS.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${program} ended: ${said}`)));
  });
  return { url, stop: () => stopProcess(child) };
}

/** Stops a process as an operator does, and waits until it has ended. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function spawnNode([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, [`dist/${program}`, ...args], {
    cwd: projectRoot(),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
