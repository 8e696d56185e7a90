import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, modport, modportJson, PROGRAM, temporaryFolder, watch } from './cli.js';
import { draftOf } from './drafts.js';
import { FACTS } from './facts.js';
import { faults } from './faults.js';

const COMMANDS = [
  'login',
  'logout',
  'whoami',
  'search',
  'info',
  'plan',
  'install',
  'update',
  'remove',
  'verify',
  'download',
  'init',
  'upload',
  'publish',
  'rollback',
  'keys',
  'webhooks',
  'completion',
];

/** Runs the program on a pseudo-terminal of 100 columns. */
function onTerminal(args: readonly string[], env = {}) {
  const program = `import os, pty, sys, fcntl, signal, termios, struct
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 100, 0, 0))
signal.signal(signal.SIGTERM, lambda *_: os.write(fd, b'\\x03'))
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
  const child = spawn('python3', ['-c', program, process.execPath, PROGRAM, ...args], {
    cwd: temporaryFolder(),
    env: environment({ TERM: 'xterm', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watch(child);
}

describe('the help', () => {
  it('the help lists every command and every exit code', async () => {
    const { code, stdout } = await modport(['--help']);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    for (const number of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130, 143]) {
      expect(stdout).toMatch(new RegExp(`^  ${number} `, 'm'));
    }
  });

  it.each([
    [
      'en',
      { LANG: 'en_US.UTF-8' },
      'Usage:',
      'There is no command "instal". Did you mean install?',
    ],
    ['de', { LANG: 'de_DE.UTF-8' }, 'Aufruf:', 'Den Befehl "instal" gibt es nicht.'],
    ['ru', { LC_ALL: 'ru_RU.UTF-8', LANG: 'de_DE' }, 'Использование:', 'Команды "instal" нет.'],
    ['de', { MODPORT_LANG: 'de', LC_ALL: 'ru_RU.UTF-8' }, 'Aufruf:', 'gibt es nicht'],
    ['en', { LANG: 'fr_FR.UTF-8' }, 'Usage:', 'There is no command'],
  ])('the help and the errors are in %s with %j', async (_language, env, usage, wrong) => {
    expect((await modport(['--help'], { env })).stdout).toContain(usage);
    const { code, stderr } = await modport(['instal'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(wrong);
  });
});

describe('a wrong command line', () => {
  it.each([
    [['install', '--bogus'], '--bogus'],
    [['search'], 'words'],
    [['search', 'x', '--limit', '0'], '--limit'],
    [['search', 'x', '--sort', 'up'], 'relevance, latest, trending, downloads'],
    [['install', '--game'], '--game'],
    [['rollback', 'no-version'], '@1.2.0'],
    [['whoami', 'too', 'many'], 'too many'],
    [['whoami', '--server', 'not a server'], 'not a server'],
  ])('the command line %j ends with exit code 2 and names the fault', async (args, named) => {
    const { code, stderr, stdout } = await modport(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(named);
  });

  it('a command without a service says how to name one', async () => {
    const env = { MODPORT_SERVER: undefined };
    const { code, error } = await modportJson(['search', 'x'], { env });
    expect({ code, error: error.code }).toEqual({ code: 2, error: 'server_missing' });
    expect(error.message).toContain('MODPORT_SERVER');
  });
});

describe('--json', () => {
  it('a command with --json reports a problem with its code, status and request id on stderr', async () => {
    const { code, stdout, error } = await modportJson([
      'info',
      'f0000000-0000-7000-8000-000000000000',
    ]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(error).toMatchObject({ code: 'mod_not_found', exit_code: 4 });
    const token = { env: { MODPORT_TOKEN: 'mpat_wrong' } };
    expect((await modportJson(['whoami'], token)).error).toMatchObject({
      code: 'unauthorized',
      status: 401,
      request_id: expect.any(String),
      exit_code: 3,
    });
  });

  it.each([
    [['search', '--', '--json'], 0],
    [['whoami', '--', '--json'], 2],
  ])('--json after -- is an argument and no option: %j', async (args, expected) => {
    const { code, stdout, stderr } = await modport(args);
    expect(code).toBe(expected);
    expect(stdout + stderr).not.toContain('{');
  });

  it('a command with --json keeps a code that this version does not know', async () => {
    const body = JSON.stringify({ code: 'too_early', title: 'T', detail: 'D', retryable: false });
    const type = 'application/problem+json';
    await faults({
      match: { path: '/search' },
      times: 5,
      fault: { kind: 'status', status: 409, body, type },
    });
    const { code, error } = await modportJson(['search', 'x']);
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'too_early' });
  });
});

describe('text of the service', () => {
  it('text of the service cannot control the terminal', async () => {
    const body = JSON.stringify({
      code: 'odd',
      title: 'T',
      detail: 'a\u001b[2J\u0007\u202eb',
      retryable: false,
    });
    const type = 'application/problem+json';
    await faults({
      match: { path: '/search' },
      times: 5,
      fault: { kind: 'status', status: 409, body, type },
    });
    const { stderr } = await modport(['search', 'x']);
    expect(stderr).toContain('ab');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must be absent
    expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });
});

describe('progress', () => {
  it('progress is a bar with sizes, speed and remaining time on a terminal', async () => {
    const { code, stdout } = await onTerminal(['install', 'large-pack']).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/[█░]{24} \d+% {2}\S+ [KM]?i?B \/ 8 MiB {2}\S+ [KM]?i?B\/s/);
    expect(stdout).toMatch(/\d:\d\d left/);
    // The cursor is visible again.
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
  });

  it('the progress bar leaves the cursor visible after Ctrl-C', async () => {
    const bytes = { method: 'GET', path: '^/storage/' };
    await faults({ match: bytes, times: 99, fault: { kind: 'cut', after: 50_000 } });
    const running = onTerminal(['install', 'large-pack']);
    await running.said(/%/);
    // The terminal turns the key into a signal.
    running.child.kill('SIGTERM');
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('Run the same command again');
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
  });

  it('progress without a terminal is quiet lines, and nothing with --quiet', async () => {
    const lines = await modport(['install', 'uses-base']);
    expect(lines.stderr.trim().split('\n')).toHaveLength(2);
    expect(lines.stderr).toContain('Downloaded uses-base-1.0.0.zip');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no escape sequence
    expect(lines.stderr + lines.stdout).not.toMatch(/\u001b/);
    expect((await modport(['install', 'uses-base', '--quiet'])).stderr).toBe('');
  });

  it('output on a terminal has no colors with NO_COLOR', async () => {
    const colored = await onTerminal(['search', 'base']).ended;
    expect(colored.stdout).toContain('\u001b[1m');
    const plain = await onTerminal(['search', 'base'], { NO_COLOR: '1' }).ended;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no escape sequence
    expect(plain.stdout).not.toMatch(/\u001b\[\d+m/);
  });
});

describe('modport download', () => {
  it('modport download saves a file under its own name, and does not replace another one', async () => {
    const cwd = temporaryFolder();
    const { code, data } = await modportJson(['download', 'stand-alone'], { cwd });
    expect(code).toBe(0);
    expect(data.file).toBe(join(cwd, 'stand-alone-2.0.0.zip'));
    expect(readFileSync(data.file)).toHaveLength(data.size_bytes);
    expect((await modport(['download', 'stand-alone'], { cwd })).code).toBe(0);
    writeFileSync(data.file, 'mine');
    expect((await modport(['download', 'stand-alone'], { cwd })).code).toBe(7);
    expect((await modport(['download', data.artifact_id, '--force'], { cwd })).code).toBe(0);
    expect((await modport(['download', 'base-library@1.0.0', '-o', 'old.zip'], { cwd })).code).toBe(
      0,
    );
  });

  it('modport download says that a mod or a version has no main file', async () => {
    const env = { MODPORT_TOKEN: FACTS.token };
    const { code, error } = await modportJson(['download', FACTS.draft_mod], { env });
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'main_file_missing' });
    expect(error.message).toBe('draft-mod has no main file to download.');
    const { slug } = await draftOf(2);
    const draft = await modportJson(['download', `${slug}@2.0.0`], { env });
    expect(draft.error.message).toBe(`${slug} 2.0.0 has no main file to download.`);
  });
});
