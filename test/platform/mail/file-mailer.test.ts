import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Log, silentLog } from '../../../src/platform/log.js';
import { createFileMailer } from '../../../src/platform/mail/file-mailer.js';
import type { Mailer } from '../../../src/platform/mail/mail.port.js';
import { mailContract, message } from './contract.js';

const from = { name: 'Mods', address: 'mods@example.org' };
let parent: string;
let folder: string;
let mailer: Mailer;
const logged: object[] = [];
const log: Log = { ...silentLog, info: (fields) => void logged.push(fields) };

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'modport-mail-'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(parent, 'case-'));
  folder = join(folder, 'mail');
  logged.length = 0;
  mailer = createFileMailer({ folder, from, log, kept: 3 });
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const names = async () => (await readdir(folder).catch(() => [])).toSorted();

mailContract('files', {
  mailer: () => mailer,
  async messages() {
    return Promise.all((await names()).map((name) => readFile(join(folder, name), 'utf8')));
  },
});

it('a message file and its folder are readable only by their owner', async () => {
  await mailer.send(message());
  const [name = ''] = await names();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

it('a retry replaces the file of its message', async () => {
  await mailer.send(message());
  await mailer.send(message());
  expect(await names()).toEqual(['20260102T030405000Z-0192f0c1-0000-7000-8000-000000000001.eml']);
});

it('the oldest message files are deleted beyond the limit, and other files stay', async () => {
  await mailer.send(message({ id: 'first' }));
  await writeFile(join(folder, 'notes.txt'), 'mine');
  for (const second of [1, 2, 3, 4]) {
    await mailer.send(
      message({ id: `m${second}`, date: new Date(Date.UTC(2026, 5, 1, 0, 0, second)) }),
    );
  }
  expect((await names()).map((name) => name.split('-').at(-1))).toEqual([
    'm2.eml',
    'm3.eml',
    'm4.eml',
    'notes.txt',
  ]);
});

it('the mail log names the file, but neither the address nor the content', async () => {
  await mailer.send(message());
  const [name = ''] = await names();
  expect(logged).toEqual([{ part: 'mail', file: join(folder, name) }]);
  expect(JSON.stringify(logged)).not.toMatch(/alice|example|subject|Plain/i);
});
