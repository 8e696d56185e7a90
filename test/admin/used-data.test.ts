import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import { usedDataOf } from '../../src/admin/used-data.js';
import { loadConfig } from '../../src/config/config.js';
import { connectDatabase, hasService } from '../../src/platform/database/connect.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { useWorld } from '../harness.js';
import { operate } from './operator.js';

const world = useWorld();
let alone: TestDatabase;

beforeAll(async () => {
  alone = await openTestDatabase();
});
afterAll(() => alone.drop());

const databaseOf = (url: string) => {
  const { host, pathname } = new URL(url);
  return `database ${host}${pathname}`;
};
const WARNING = /^warning: no service is connected to this data now; /;

describe('the data of an operator command', () => {
  it('stderr names the database and DATA_DIR, without a password', async () => {
    const { config } = world.platform;
    const { printed, notes } = await operate(world, 'search reindex');
    expect(printed).toEqual({ indexed: expect.any(Number) });
    expect(notes).toEqual([
      `used ${databaseOf(config.databaseUrl ?? '')}, DATA_DIR ${config.dataDir}`,
    ]);
    const { password } = new URL(config.databaseUrl ?? '');
    if (password) expect(notes.join()).not.toContain(password);
  });

  it('stderr warns if no service is connected to the database', async () => {
    const { notes } = await operate(world, 'search reindex', { DATABASE_URL: alone.url });
    expect(notes).toEqual([
      expect.stringContaining(databaseOf(alone.url)),
      expect.stringMatching(WARNING),
    ]);
  });

  it('a failed command has the used data and the warning in its one JSON object', async () => {
    const line = ['user', 'block', '--username', 'nobody'];
    const { dataDir } = world.platform.config;
    const env = { DATABASE_URL: alone.url, DATA_DIR: dataDir, NODE_ENV: 'test' };
    const { exitCode, stdout, stderr } = await runAdmin(line, env);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'user_not_found',
      used: expect.stringContaining(dataDir),
      warning: expect.stringContaining('no service is connected'),
    });
  });

  it('a command that fails before it opens data prints no note', async () => {
    expect((await operate(world, 'user create')).notes).toEqual([]);
  });

  it.each([
    ['an embedded database', {}, 'DATA_DIR /srv/modport'],
    [
      'a database with a password',
      { DATABASE_URL: 'postgres://modport:secret@db.example:5433/mods?sslmode=require' },
      'database db.example:5433/mods, DATA_DIR /srv/modport',
    ],
  ])('the note of a command on %s names the used data and no secret', (_what, env, used) => {
    const config = loadConfig({ DATA_DIR: '/srv/modport', ...env });
    expect(usedDataOf(config, { hasService: true })).toEqual({ used });
    expect(usedDataOf(config, { hasService: false })).toEqual({
      used,
      warning: expect.stringMatching(/its DATA_DIR and DATABASE_URL, in its folder$/),
    });
    expect(usedDataOf(config, { hasService: null })).toBeNull();
  });

  it('the connection of a command does not count as a service', async () => {
    const command = connectDatabase(alone.url, { applicationName: 'modport command' });
    const service = connectDatabase(alone.url);
    expect(await hasService(command)).toBe(false);
    expect(await hasService(service)).toBe(true);
    await Promise.all([command.$disconnect(), service.$disconnect()]);
  });
});
