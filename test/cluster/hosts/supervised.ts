import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from './network.js';
import { signal } from './network.js';

/** The delay before an ended program starts again, as process managers have one. */
const RESTART_DELAY_MS = 1000;

/** A program on a host. Like a process manager, it starts the program again when it ends. */
export interface Supervised {
  readonly name: string;
  readonly host: Host;
  /** The id of the present process; 0 between two of them. */
  pid(): number;
  /** How often the program was started. */
  starts(): number;
  send(name: NodeJS.Signals): void;
  /** Kills everything on the host and keeps it off until `turnOn`. */
  turnOff(): Promise<void>;
  turnOn(): void;
  /** Ends the program for good. */
  stop(): Promise<void>;
}

let isOver = false;

/** Lets ended programs stay ended, because the test is over. */
export function superviseNoMore(): void {
  isOver = true;
}

/** A program with its environment. */
export interface ProgramOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly folder: string;
}

/** Starts a program on a host. Its output goes to `<name>.log` in its folder. */
export function supervise(host: Host, options: ProgramOptions): Supervised {
  const { name, command, env = {}, folder } = options;
  let child: ChildProcess | null = null;
  let starts = 0;
  let isWanted = true;
  const start = () => {
    if (isOver || !isWanted || child !== null) return;
    starts += 1;
    const log = openSync(join(folder, `${name}.log`), 'a');
    const [file, ...args] = host.command(command);
    const started = spawn(file, args, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // A signal of the terminal is for the test, which then ends all programs.
      detached: true,
    });
    closeSync(log);
    child = started;
    started.once('exit', () => {
      child = null;
      setTimeout(start, RESTART_DELAY_MS).unref();
    });
  };
  start();
  const send = (wanted: NodeJS.Signals) => {
    if (child?.pid !== undefined) signal(child.pid, wanted);
  };
  const turnOff = async () => {
    isWanted = false;
    const ended = child && once(child, 'exit');
    for (const pid of await host.pids()) signal(pid, 'SIGKILL');
    await ended;
  };
  return {
    name,
    host,
    send,
    turnOff,
    stop: turnOff,
    pid: () => child?.pid ?? 0,
    starts: () => starts,
    turnOn() {
      isWanted = true;
      start();
    },
  };
}
