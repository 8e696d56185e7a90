import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Ended, start, temporaryFolder } from './cli.js';
import { FACTS } from './facts.js';
import { approve } from './faults.js';

/** A sign-in of the user of the test service: its home folder, and what the program said. */
interface SignIn extends Ended {
  readonly home: string;
  readonly said: string;
}

/**
 * Signs in as the user of the test service, in a new home folder. `args` go to `modport login`, for
 * example `--device` or `--json`. Fails unless the program ends with 0.
 */
export async function signedIn(...args: string[]): Promise<SignIn> {
  const home = temporaryFolder();
  const env = { MODPORT_HOME: home, MODPORT_SERVER: undefined };
  const running = start(['login', '--no-browser', '--server', FACTS.base_url, ...args], { env });
  if (args.includes('--json')) {
    const [, line = ''] = await running.said(/^(\{"prompt":.*\})$/m);
    const { prompt } = JSON.parse(line);
    await answer(prompt.url, prompt.code);
  } else if (args.includes('--device')) {
    const [, url = '', code = ''] = await running.said(/Open (\S+) .*code (\S+)/);
    await answer(url, code);
  } else {
    const [url] = await running.said(/http:\S+authorize\S+/);
    await answer(url);
  }
  const { code, stdout, stderr } = await running.ended;
  expect(stderr).not.toContain('modport:');
  expect(code).toBe(0);
  return { code, stdout, stderr, home, said: stdout + stderr };
}

/** Approves a sign-in, as its person does in a browser. */
async function answer(url: string, code?: string): Promise<void> {
  if (code !== undefined) {
    await approve(`${url}?user_code=${code}`);
    return;
  }
  const { redirect = '' } = await approve(url);
  expect((await fetch(redirect)).status).toBe(200);
}

/** All tokens that the program stored. */
export function storedTokens(home: string): string[] {
  const folder = join(home, 'sign-ins');
  return readdirSync(folder).flatMap((name) => {
    const { accessToken, refreshToken } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return [accessToken, refreshToken];
  });
}
