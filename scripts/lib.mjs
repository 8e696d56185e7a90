// What the scripts share. They are plain JavaScript: nothing is built yet when they run.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether the module of this address is the one that node was started with. */
export function isMain(url) {
  return process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === url;
}

/**
 * Runs a program of node_modules to its end. What it says goes to stderr, so that stdout is left
 * to the program that a script is on the way to. Throws Failed where it fails.
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

/** A step that failed, and said why itself. */
export class Failed extends Error {}

/** Ends the process with 1 and the message alone where a step fails. */
export async function reportFailure(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
