import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands.js';
import { type Ended, modport, modportJson, start, temporaryFolder } from './cli.js';
import { deliver, SECRET } from './deliveries.js';
import { draftOf } from './drafts.js';
import { CREATOR, newProject } from './mod-project.js';
import { signedIn } from './sign-ins.js';

/** Runs a command with `--json`. */
const run = (args: readonly string[], cwd?: string) =>
  modport([...args, '--json'], { env: CREATOR, ...(cwd === undefined ? {} : { cwd }) });

/** A folder with an installed mod. */
async function installed(mod: string): Promise<string> {
  const folder = temporaryFolder();
  await modport(['install', mod, '--into', folder]);
  return folder;
}

/** A new key, by its id. */
async function newKey(): Promise<string> {
  const args = ['keys', 'create', 'json', '--scope', 'mods:read'];
  return (await modportJson(args, { env: CREATOR })).data.id;
}

/** Runs each command to its success. */
const RUNS: Readonly<Record<string, () => Promise<Ended>>> = {
  login: () => signedIn('--json'),
  logout: () => run(['logout']),
  whoami: () => run(['whoami']),
  search: () => run(['search', 'base']),
  info: () => run(['info', 'base-library']),
  plan: () => run(['plan', 'uses-base']),
  install: () => run(['install', 'uses-base']),
  update: async () => run(['update'], await installed('base-library@1.0.0')),
  remove: async () => run(['remove', 'stand-alone'], await installed('stand-alone')),
  verify: async () => run(['verify'], await installed('stand-alone')),
  download: () => run(['download', 'stand-alone']),
  init: () => run(['init', '--mod', 'm', '--game', 'g', '--title', 't', '--file', 'f.zip']),
  async upload() {
    const { args, options } = await draftOf(2000);
    return modport([...args, '--json'], options);
  },
  publish: () => run(['publish'], newProject().folder),
  async rollback() {
    const { folder, slug } = newProject();
    for (const version of ['1.0.0', '1.1.0']) {
      await modport(['publish', '--version', version], { cwd: folder, env: CREATOR });
    }
    return run(['rollback', `${slug}@1.1.0`, '--yes']);
  },
  'keys list': () => run(['keys', 'list']),
  'keys create': () => run(['keys', 'create', 'json', '--scope', 'mods:read']),
  'keys rotate': async () => run(['keys', 'rotate', await newKey()]),
  'keys revoke': async () => run(['keys', 'revoke', await newKey()]),
  async 'webhooks listen'() {
    const env = { MODPORT_WEBHOOK_SECRET: SECRET };
    const args = ['webhooks', 'listen', '--port', '0', '--count', '1', '--json'];
    const running = start(args, { env });
    const [, line = ''] = await running.said(/^(\{"prompt":.*\})$/m);
    expect(await deliver(JSON.parse(line).prompt.url)).toBe(204);
    return running.ended;
  },
  completion: () => run(['completion', 'bash']),
};

/** The commands that wait for a person or a delivery, and first say on stderr for which. */
const PROMPTING = ['login', 'webhooks listen'];

describe('--json', () => {
  it.each(COMMANDS.map(({ name }) => name))(
    '`%s` prints one document on stdout and nothing else',
    async (name) => {
      const { code, stdout, stderr } = (await RUNS[name]?.()) ?? {};
      expect(code).toBe(0);
      if (!PROMPTING.includes(name)) expect(stderr).toBe('');
      expect(JSON.parse(stdout ?? '')).toEqual(expect.any(Object));
    },
  );

  it('`login --device` names the address and the code in one line of stderr', async () => {
    const { stderr, stdout } = await signedIn('--device', '--json');
    const { prompt } = JSON.parse(stderr);
    expect(prompt).toEqual({
      url: expect.stringMatching(/^http/),
      code: expect.stringMatching(/^[A-Z-]{8,}/),
    });
    expect(JSON.parse(stdout)).toMatchObject({ user: expect.any(Object) });
  });
});
