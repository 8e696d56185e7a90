import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import { loadConfig } from '../../src/config/config.js';
import { hasService } from '../../src/platform/database/connect.js';
import { silentLog } from '../../src/platform/log.js';
import { rootKey } from '../../src/platform/root-keys.js';
import { failureOf } from '../../src/server/failure.js';
import { type Service, startService } from '../../src/server/service.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { useWorld } from '../harness.js';

/** Only for a data directory that the harness removes. */
const world = useWorld();
const [ours, theirs, next] = [newKey(), newKey(), newKey()];
let database: TestDatabase;
const services: Service[] = [];

beforeEach(async () => {
  // By another name, the connections of this test would be those of a service.
  database = await openTestDatabase({ applicationName: 'modport test' });
});
afterEach(async () => {
  await stopAll();
  await database.drop();
});

function newKey() {
  const bytes = randomBytes(32);
  return { text: bytes.toString('hex'), id: rootKey(bytes).id };
}

const environmentOf = (key: string, former?: string) => ({
  DATABASE_URL: database.url,
  DATA_DIR: world.platform.config.dataDir,
  PORT: '0',
  NODE_ENV: 'test',
  ENCRYPTION_KEY: key,
  ...(former === undefined ? {} : { ENCRYPTION_KEY_PREVIOUS: former }),
});

const start = async (key: string, former?: string): Promise<Service> => {
  const config = loadConfig(environmentOf(key, former));
  const service = await startService({ config, log: silentLog, mode: 'api' });
  services.push(service);
  return service;
};
const stopAll = async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  // PostgreSQL ends a session a moment after its client has closed the connection.
  await expect.poll(() => hasService(database.db)).toBe(false);
};

/** The line with which a start ends; null if it serves. */
const refusalOf = (key: string, former?: string) =>
  start(key, former).then(
    () => null,
    (error: unknown) => failureOf(error),
  );

const run = async (line: string, key: string, former?: string) => {
  const { exitCode, stdout, stderr } = await runAdmin(line.split(' '), environmentOf(key, former));
  return { exitCode, printed: exitCode === 0 ? JSON.parse(stdout) : JSON.parse(stderr) };
};
const forget = (key: string, ...ids: readonly string[]) =>
  run(['keys forget', ...ids.map((id) => `--key ${id}`)].join(' '), key);

const rowsNow = () => database.db.serverKey.findMany({ orderBy: { purpose: 'asc' } });
const purposesNow = async () => (await rowsNow()).map(({ purpose }) => purpose);

/** Rotates from `ours` to `next`, and stops all processes. */
const rotateToNext = async () => {
  await start(ours.text);
  await stopAll();
  expect((await run('keys rotate', next.text, ours.text)).exitCode).toBe(0);
  expect(await purposesNow()).toContain(`retired:${ours.id}`);
};

/** A pseudonym, which depends on the lookup secret. */
const pseudonymOf = ({ platform }: Service) => platform.keys.mac('actors', '203.0.113.7');

describe('a start with another key than that of the database', () => {
  it('a start with another ENCRYPTION_KEY ends with one line that names both keys, and stores nothing', async () => {
    const first = await start(ours.text);
    const before = await rowsNow();
    const refused = await refusalOf(theirs.text);
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused?.text).toMatch(/^the database was used with the encryption key [^\n]+$/);
    expect(refused?.text).toContain(`${ours.id}, and this process has only ${theirs.id};`);
    expect(refused?.text).toMatch(
      /; first check ENCRYPTION_KEY, .*`keys forget --key [0-9a-f]{8}`$/,
    );
    expect(refused?.text).not.toContain(theirs.text);
    expect(await rowsNow()).toEqual(before);
    expect((await fetch(`${first.localUrl}/readyz`)).status).toBe(200);
  });

  it('one of two first starts with different keys at once serves, and the other one ends', async () => {
    const ends = await Promise.all([refusalOf(ours.text), refusalOf(theirs.text)]);
    const texts = ends.map((end) => end?.text ?? 'serves').sort();
    expect(texts).toEqual([
      expect.stringMatching(/^serves$/),
      expect.stringMatching(/this process has only/),
    ]);
  });

  it('a start with the former key alone is refused while another process uses the next one', async () => {
    await start(ours.text);
    await start(next.text, ours.text);
    expect((await refusalOf(ours.text))?.text).toContain(`the encryption key ${next.id},`);
    expect(await refusalOf(ours.text, next.text)).toBeNull();
  });

  it('a refused start names the key of ENCRYPTION_KEY_PREVIOUS too', async () => {
    await start(ours.text);
    const refused = await refusalOf(theirs.text, next.text);
    expect(refused?.text).toContain(`this process has only ${theirs.id}, ${next.id};`);
  });

  it('a start with the later key alone is refused once a process uses the retired key again', async () => {
    await rotateToNext();
    expect(await refusalOf(next.text)).toBeNull();
    await stopAll();
    await start(ours.text, next.text);
    expect((await refusalOf(next.text))?.text).toContain(`the encryption key ${ours.id},`);
  });
});

describe('keys forget', () => {
  it('keys forget gives up a lost key, and the service starts with the present one', async () => {
    await start(ours.text);
    await stopAll();
    expect(await refusalOf(theirs.text)).not.toBeNull();
    const { exitCode, printed } = await forget(theirs.text, ours.id);
    expect([exitCode, printed]).toEqual([0, { key_id: theirs.id, forgotten_key_ids: [ours.id] }]);
    expect(await refusalOf(theirs.text)).toBeNull();
    const [line] = await database.db.auditEntry.findMany({ where: { action: 'keys.forgotten' } });
    expect(line?.data).toEqual({ key_id: theirs.id, forgotten: [ours.id] });
  });

  it('keys forget gives up a lost key and the one that it replaced', async () => {
    await rotateToNext();
    const both = [ours.id, next.id].sort();
    const { exitCode, printed } = await forget(theirs.text, next.id);
    expect([exitCode, printed]).toEqual([0, { key_id: theirs.id, forgotten_key_ids: both }]);
    expect(await refusalOf(theirs.text)).toBeNull();
    const [line] = await database.db.auditEntry.findMany({ where: { action: 'keys.forgotten' } });
    expect(line?.data).toEqual({ key_id: theirs.id, forgotten: both });
  });

  it('keys forget changes nothing without the ids of keys that the environment lacks', async () => {
    await start(ours.text);
    await stopAll();
    const before = await rowsNow();
    expect((await forget(theirs.text)).printed.error).toBe('--key is needed');
    for (const [key, id] of [
      [theirs, next.id],
      [theirs, theirs.id],
      [ours, ours.id],
    ] as const) {
      const { exitCode, printed } = await forget(key.text, id);
      expect([exitCode, printed.error]).toEqual([1, expect.stringMatching(`^${id} cannot be`)]);
    }
    expect(await rowsNow()).toEqual(before);
  });

  it('keys forget without its audit line changes nothing', async () => {
    await start(ours.text);
    await stopAll();
    const before = await rowsNow();
    await database.db.$executeRaw`
      alter table audit_entries add constraint refused check (action <> 'keys.forgotten')`;
    const { exitCode, printed } = await forget(theirs.text, ours.id);
    expect([exitCode, printed.error]).toEqual([1, expect.stringContaining('"refused"')]);
    expect(await rowsNow()).toEqual(before);
  });

  it('keys forget by mistake loses nothing: a start with the key has the former pseudonyms', async () => {
    const pseudonym = pseudonymOf(await start(ours.text));
    const before = await purposesNow();
    await stopAll();
    expect((await forget(theirs.text, ours.id)).exitCode).toBe(0);
    expect(pseudonymOf(await start(ours.text))).toEqual(pseudonym);
    expect(await purposesNow()).toEqual(before);
  });

  it('keys forget of the wrong key restores the right one, also after a start with the wrong one', async () => {
    const pseudonym = pseudonymOf(await start(ours.text));
    await stopAll();
    expect((await forget(theirs.text, ours.id)).exitCode).toBe(0);
    expect(pseudonymOf(await start(theirs.text))).not.toEqual(pseudonym);
    await stopAll();
    expect((await refusalOf(ours.text))?.text).toContain(`\`keys forget --key ${theirs.id}\``);
    expect((await forget(ours.text, theirs.id)).exitCode).toBe(0);
    expect(pseudonymOf(await start(ours.text))).toEqual(pseudonym);
  });

  it('keys forget changes nothing while a service is connected that may use the key', async () => {
    const first = await start(ours.text);
    // A service without requests closes its connections after some seconds.
    expect((await fetch(`${first.localUrl}/readyz`)).status).toBe(200);
    const { exitCode, printed } = await forget(theirs.text, ours.id);
    expect(exitCode).toBe(1);
    expect(printed.error).toContain('stop all of its processes');
    expect(await refusalOf(theirs.text)).not.toBeNull();
  });

  it('keys forget with the key of a running service removes the stray key of a command', async () => {
    await start(theirs.text);
    await stopAll();
    const [stray] = await rowsNow();
    await database.db.serverKey.deleteMany();
    const first = await start(ours.text);
    // Its signing key is sealed with its key.
    expect((await fetch(`${first.localUrl}/.well-known/jwks.json`)).status).toBe(200);
    // The release before the check stored the secret of any key.
    if (stray) await database.db.serverKey.create({ data: stray });
    expect(await purposesNow()).toContain(`lookup:${theirs.id}`);
    expect((await refusalOf(ours.text))?.text).toContain(theirs.id);
    expect((await fetch(`${first.localUrl}/readyz`)).status).toBe(200);
    // The environment with the stray key cannot give up that of the service.
    const { exitCode, printed } = await forget(theirs.text, ours.id);
    expect([exitCode, printed.error]).toEqual([1, expect.stringContaining('stop all of its')]);
    expect((await forget(ours.text, theirs.id)).exitCode).toBe(0);
    expect(await refusalOf(ours.text)).toBeNull();
  });
});
