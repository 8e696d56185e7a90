// Functions that the scripts share. They are plain JavaScript: nothing is built yet when they run.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether the module with this URL is the one that node was started with. */
export function isMain(url) {
  return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === url;
}

/**
 * Runs a program of node_modules to its end, and drops its output. If the program fails, throws
 * Failed with the output.
 */
export function runBin(path, args, env = process.env) {
  const run = spawnSync(process.execPath, [`${ROOT}/node_modules/${path}`, ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  if (run.status === 0) return;
  throw new Failed(`${path} ${args.join(' ')} failed\n${run.stdout}${run.stderr}`);
}

/** A failure whose message explains it to the user, so that no stack trace is needed. */
export class Failed extends Error {}

/** Runs `work`. If it throws Failed, prints only the message to stderr and exits with 1. */
export async function reportFailure(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Whether a process with this id runs. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
