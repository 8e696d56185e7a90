import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, temporaryFolder } from './cli.js';

/** Whether a shell is installed. `.ci/run` installs all of them, so there none is left out. */
const has = (shell: string): boolean =>
  process.env['CI'] === 'true' || spawnSync(shell, ['--version']).status === 0;

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout } = await modport(['completion', shell]);
  expect(code).toBe(0);
  const path = join(temporaryFolder(), `modport.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

/** The words that bash offers after these words. */
async function bashOffers(...words: string[]): Promise<string[]> {
  const script = await scriptOf('bash');
  const program = `source "$0"
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _modport; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program, script, ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe('the completion for bash', () => {
  it('the completion for bash offers commands, subcommands, options and known values', async () => {
    expect(await bashOffers('modport', 'in')).toEqual(['info', 'install', 'init']);
    expect(await bashOffers('modport', 'keys', 'r')).toEqual(['rotate', 'revoke']);
    expect(await bashOffers('modport', 'install', '--ga')).toEqual(['--game', '--game-version']);
    expect(await bashOffers('modport', 'keys', 'create', '--sc')).toEqual(['--scope']);
    expect(await bashOffers('modport', 'install', '--channel', '')).toEqual([
      'release',
      'beta',
      'alpha',
    ]);
  });
});

describe.runIf(has('zsh'))('the completion for zsh', () => {
  it('the completion for zsh loads without an error and defines the function', async () => {
    const script = await scriptOf('zsh');
    const program = 'autoload -Uz compinit && compinit -u -D; source "$0" && whence -w _modport';
    const { stdout, stderr, status } = spawnSync('zsh', ['-f', '-c', program, script], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('_modport: function');
  });
});

describe.runIf(has('fish'))('the completion for fish', () => {
  it('the completion for fish offers commands and options', async () => {
    const script = await scriptOf('fish');
    const offers = (line: string) => {
      const program = `source ${script}; complete -C '${line}'`;
      const env = { ...process.env, HOME: temporaryFolder() };
      return spawnSync('fish', ['--no-config', '-c', program], { encoding: 'utf8', env }).stdout;
    };
    expect(offers('modport ins')).toContain('install');
    expect(offers('modport keys cr')).toContain('create');
    expect(offers('modport install --ga')).toContain('--game-version');
  });
});

describe('modport completion', () => {
  it('modport completion refuses an unknown shell', async () => {
    expect((await modport(['completion', 'csh'])).code).toBe(2);
  });
});
