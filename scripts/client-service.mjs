// The service for the tests of the clients, as a process of a script.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Failed, ROOT } from './lib.mjs';

const STOP_SECONDS = 60;

/**
 * Starts the service of the tests. Returns the facts that it prints, and a function that stops it.
 * Throws Failed if it ends before it prints them.
 */
export async function startClientService() {
  const child = spawn(process.execPath, [`${ROOT}/dist/clients/testing/main.js`], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const first = await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => {
      throw new Failed(`the service of the tests ended with ${code}`);
    }),
  ]);
  return {
    facts: JSON.parse(first[0]),
    async stop() {
      child.stdin.end();
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000);
      await ended;
      clearTimeout(kill);
    },
  };
}
