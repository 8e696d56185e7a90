import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { operate } from './operator.js';

const world = useWorld();

describe('the admin command line with READ_ONLY=on', () => {
  const keyFile = () => readFile(join(world.platform.config.dataDir, 'encryption.key'), 'utf8');

  it.each([
    'user create --username rita',
    'game content --slug harbor',
    'keys rotate',
    'search reindex',
    'demo load',
  ])('%s is refused with one sentence, and changes nothing', async (line) => {
    const before = await keyFile();
    const { exitCode, refused } = await operate(world, line, { READ_ONLY: 'on' });
    expect(exitCode).toBe(1);
    expect(refused).toEqual({
      error: 'READ_ONLY is on; unset it to run this command',
    });
    expect(await keyFile()).toBe(before);
  });

  it.each(['user list', 'upload list'])('%s works', async (line) => {
    expect(await operate(world, line, { READ_ONLY: 'on' })).toMatchObject({ exitCode: 0 });
  });
});

describe('the admin command line on a database that refuses writes', () => {
  let databaseUrl = '';
  beforeAll(() => {
    const url = new URL(world.platform.config.databaseUrl ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    databaseUrl = url.href;
  });

  it('a failed write is printed as one line with the reason of PostgreSQL', async () => {
    const line = 'user create --username rudi';
    const { exitCode, refused } = await operate(world, line, { DATABASE_URL: databaseUrl });
    expect(exitCode).toBe(1);
    expect(refused.error).toMatch(/^[^\n]*read-only transaction[^\n]*$/);
    expect(refused.error).not.toContain('prisma');
  });
});
