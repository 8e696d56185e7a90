import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { archiveOf } from '../publishing.js';
import { type ChildService, createMachine } from '../service/child-service.js';
import type { Publisher } from '../service/publisher.js';
import { createdBackup, download, openScene, operator, publishFile } from './scene.js';

const machine = createMachine();
let dataDir: string;
let backups: string;
let port: string;
let service: ChildService;
let publisher: Publisher;
let artifactId: string;
const bytes = new Uint8Array(archiveOf('a file'));

const command = (...args: string[]): ChildProcess =>
  spawn(process.execPath, ['dist/src/launch/admin.js', 'backup', ...args], {
    cwd: projectRoot(),
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], DATA_DIR: dataDir, PORT: '9' },
    stdio: 'ignore',
  });

/** Runs a command until its end, and returns how long it took. */
async function timed(...args: string[]): Promise<number> {
  const startedAt = performance.now();
  const [code] = await once(command(...args), 'exit');
  expect(code).toBe(0);
  return performance.now() - startedAt;
}

/** Kills a command after a part of its usual time. */
async function killed(afterMs: number, ...args: string[]): Promise<void> {
  const child = command(...args);
  const ended = once(child, 'exit');
  await Promise.race([ended, delay(afterMs)]);
  child.kill('SIGKILL');
  await ended;
}

const start = async () => {
  service = machine.start(dataDir, { PORT: port });
  await service.baseUrl;
};

beforeAll(async () => {
  ({ dataDir, backups, port, service, publisher } = await openScene(machine));
  artifactId = await publishFile(publisher, '1.0.0', bytes);
});
afterAll(() => machine.clear());

const ROUNDS = 12;

describe('killed backup commands', () => {
  it('a backup that is killed at any time leaves no folder that counts as one, and no remains after the next', async () => {
    const usualMs = await timed('create', '--to', backups);
    for (let round = 0; round < ROUNDS; round += 1) {
      const known = (await readdir(backups)).filter((name) => !name.startsWith('.'));
      await killed((usualMs * (round + 0.5)) / ROUNDS, 'create', '--to', backups);
      const names = (await readdir(backups)).filter((name) => /^\d/.test(name));
      for (const name of names.filter((one) => !known.includes(one))) {
        const from = join(backups, name);
        expect(await operator(dataDir, ['backup', 'verify', '--from', from])).toMatchObject({
          exitCode: 0,
        });
      }
      expect(await download(publisher.actor, artifactId)).toEqual(Buffer.from(bytes));
    }
    await createdBackup(dataDir, backups);
    const left = (await readdir(backups)).filter((name) => name.startsWith('.'));
    expect(left).toEqual([]);
  });

  it('a restore that is killed at any time leaves the old or the new data, or refuses to start until it is repeated', async () => {
    const backup = await createdBackup(dataDir, backups);
    const restore = ['restore', '--from', backup, '--replace'];
    await service.stop();
    const usualMs = await timed(...restore);
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await killed((usualMs * (round + 0.5)) / ROUNDS, ...restore);
      const names = await readdir(dataDir);
      const isWhole = !names.includes('restoring') && !names.includes('restored');
      if (!isWhole) {
        const refused = machine.start(dataDir, { PORT: port });
        expect((await refused.ended).code).toBe(1);
        expect(refused.said().stderr).toContain('was interrupted');
        await timed(...restore);
      }
      outcomes.push(isWhole ? 'whole' : 'repeated');
      await start();
      expect(await download(publisher.actor, artifactId)).toEqual(Buffer.from(bytes));
      await service.stop();
      for (const name of await readdir(dataDir)) {
        if (name.startsWith('before-')) await rm(join(dataDir, name), { recursive: true });
      }
    }
    console.log(`killed restores: ${outcomes.join(', ')}`);
  });
});
