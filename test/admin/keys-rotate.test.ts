import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEALED_COLUMNS } from '../../src/admin/keys/retired-keys.js';
import { checkTotp } from '../../src/modules/identity/index.js';
import { rotateKeyFile } from '../../src/platform/key-file.js';
import { LIMITS } from '../../src/registry/limits.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Creator, withSecret } from '../actors.js';
import { binaryColumns } from '../copied-database.js';
import { useWorld, type World } from '../harness.js';
import { useOtherProcesses } from '../other-processes.js';
import { codeOf, enrol, newPerson } from '../pages/people.js';
import { draftMod, newGame } from '../publishing.js';
import { issuedBy, type Process, processOf, REFUSED, SERVED, takenBy } from './issued-values.js';
import { operate } from './operator.js';

const OLD_KEY = randomBytes(32).toString('hex');
/** A rotation waits until every process has read the key file again. */
const QUICK = { keyFileRereadSeconds: 0.01 };
const byFile = useWorld({}, { jobs: 'when-settled', limits: QUICK });
const byEnvironment = useWorld({ ENCRYPTION_KEY: OLD_KEY }, { jobs: 'when-settled' });
const startAnother = useOtherProcesses({ limits: QUICK });

/** A world with something to list and secrets to seal. */
async function populate(world: World): Promise<{ creator: Creator; totp: string }> {
  await newGame(world, 'rotation');
  const creator = await world.creator('alice');
  for (const slug of ['one', 'two']) await draftMod(creator, 'rotation', { slug });
  await newPerson(world, 'zoe');
  await newPerson(world, 'tom');
  const totp = await enrol(world, 'tom');
  await fetch(`${world.baseUrl}/.well-known/jwks.json`);
  return { creator, totp };
}

const rotate = async (world: World, flags = '', env: NodeJS.ProcessEnv = {}) => {
  const { exitCode, printed, refused } = await operate(world, `keys rotate ${flags}`, env);
  expect([exitCode, refused]).toEqual([0, null]);
  return printed;
};

async function codeIsTaken(world: World, { platform }: Process, secret: string, steps: number) {
  const { id } = await world.platform.db.user.findUniqueOrThrow({ where: { username: 'tom' } });
  const code = codeOf(world, secret, steps);
  return checkTotp(createSystemContext(platform, 'test'), { userId: id, code });
}

describe('keys rotate with the key file', () => {
  let creator: Creator;
  let totp: string;
  beforeAll(async () => {
    ({ creator } = await populate(byFile));
  });
  // Each test begins with one key, and with a second factor that no test used.
  beforeEach(async () => {
    await rotate(byFile, '--now');
    totp = await enrol(byFile, 'tom');
  });

  it('keys rotate lets every process accept signatures from before and after the rotation', async () => {
    const [first, second] = [processOf(byFile), await startAnother(byFile)];
    const before = await issuedBy(first, creator);
    const formerId = byFile.platform.roots.present().id;
    const rotated = await rotate(byFile);
    expect(rotated).toMatchObject({
      source: 'file',
      made_key: true,
      remaining: 0,
      unreadable: 0,
      resealed: { totp_secrets: 1, signing_keys: 1 },
      previous_key_ids: [formerId],
    });
    expect(rotated.key_id).not.toBe(formerId);
    const after = await issuedBy(first, creator);
    for (const process of [second, first]) {
      expect(await takenBy(byFile, process, creator, after)).toEqual(SERVED);
      expect(await takenBy(byFile, process, creator, before)).toEqual(SERVED);
      expect(process.platform.roots.present().id).toBe(rotated.key_id);
    }
    expect(await codeIsTaken(byFile, second, totp, -1)).toBe(true);
  });

  it('a process reads the key file again at once when it meets a new signature', async () => {
    const second = await startAnother(byFile, {}, { limits: { keyFileRereadSeconds: 3600 } });
    const former = second.platform.roots.present().id;
    await rotateKeyFile(byFile.platform.config.dataDir);
    // A third process has the new key from its start.
    const third = await startAnother(byFile);
    const issued = await issuedBy(third, creator);
    expect(await takenBy(byFile, second, creator, issued)).toEqual(SERVED);
    expect(second.platform.roots.former()[0]?.id).toBe(former);
  });

  it('a second run of keys rotate finishes an interrupted rotation and makes no other key', async () => {
    const { dataDir } = byFile.platform.config;
    await rotateKeyFile(dataDir);
    const before = await readFile(join(dataDir, 'encryption.key'), 'utf8');
    const finished = await rotate(byFile);
    expect(finished).toMatchObject({ made_key: false, remaining: 0 });
    expect(finished.resealed.totp_secrets).toBe(1);
    expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe(before);
  });

  it('keys rotate keeps the pseudonyms of addresses, so that waiting downloads and counts go on', async () => {
    const { keys } = byFile.platform;
    const before = keys.mac('actors', '203.0.113.7');
    await rotate(byFile);
    expect(keys.mac('actors', '203.0.113.7')).toEqual(before);
    const { platform } = await startAnother(byFile);
    expect(platform.keys.mac('actors', '203.0.113.7')).toEqual(before);
  });

  it('credentials stay valid after keys rotate, and only the owner can read both key files', async () => {
    await rotate(byFile);
    expect((await creator.get('/me')).status).toBe(200);
    for (const name of ['encryption.key', 'encryption.key.previous']) {
      const { mode } = await stat(join(byFile.platform.config.dataDir, name));
      expect([name, mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('a former key is dropped when its last signature has expired', async () => {
    const issued = await issuedBy(processOf(byFile), creator);
    const { key_id: keyId, drop_previous_after: until } = await rotate(byFile);
    const seconds = (Date.parse(until) - byFile.clock.now().getTime()) / 1000;
    expect(Math.abs(seconds - LIMITS.formerKeySeconds)).toBeLessThan(60);
    byFile.clock.advance(LIMITS.walkLifetimeSeconds / 2);
    expect(await takenBy(byFile, processOf(byFile), creator, issued)).toEqual(SERVED);
    byFile.clock.advance(LIMITS.formerKeySeconds);
    const next = await rotate(byFile);
    expect(next.previous_key_ids).toEqual([keyId]);
    const { file, page, session, form } = await takenBy(byFile, processOf(byFile), creator, issued);
    expect({ file, page, session, form }).toEqual(REFUSED);
  });

  it('keys rotate --now drops former keys at once, and secrets stay readable', async () => {
    const issued = await issuedBy(processOf(byFile), creator);
    const second = await startAnother(byFile);
    expect(await rotate(byFile, '--now')).toMatchObject({
      made_key: true,
      previous_key_ids: [],
      drop_previous_after: null,
    });
    for (const process of [second, processOf(byFile)]) {
      process.platform.roots.refresh();
      expect(await takenBy(byFile, process, creator, issued)).toEqual(REFUSED);
    }
    expect(await codeIsTaken(byFile, second, totp, 1)).toBe(true);
    const rows = await byFile.platform.db.serverKey.findMany({ select: { purpose: true } });
    const { id } = byFile.platform.roots.present();
    expect(rows.map(({ purpose }) => purpose).sort()).toEqual([`lookup:${id}`, 'root']);
  });
});

describe('keys rotate with ENCRYPTION_KEY', () => {
  const newKey = randomBytes(32).toString('hex');
  const env = { ENCRYPTION_KEY: newKey, ENCRYPTION_KEY_PREVIOUS: OLD_KEY };
  let creator: Creator;
  let totp: string;
  beforeAll(async () => {
    ({ creator, totp } = await populate(byEnvironment));
  });

  it('keys rotate fails without ENCRYPTION_KEY_PREVIOUS', async () => {
    const only = { ENCRYPTION_KEY: OLD_KEY };
    const { exitCode, refused } = await operate(byEnvironment, 'keys rotate', only);
    expect([exitCode, refused.code]).toEqual([1, 'invalid_state']);
    expect(refused.error).toContain('ENCRYPTION_KEY_PREVIOUS');
  });

  it('a process accepts signatures of the former key until ENCRYPTION_KEY_PREVIOUS is unset', async () => {
    const issued = await issuedBy(processOf(byEnvironment), creator);
    const restarted = await startAnother(byEnvironment, env);
    expect(await takenBy(byEnvironment, restarted, creator, issued)).toEqual(SERVED);
    const rotated = await rotate(byEnvironment, '', env);
    expect(rotated).toMatchObject({ source: 'environment', made_key: false, remaining: 0 });
    expect(rotated.resealed.totp_secrets).toBe(1);
    expect(rotated.key_id).toBe(restarted.platform.roots.present().id);
    expect(await codeIsTaken(byEnvironment, restarted, totp, -1)).toBe(true);
    const dropped = await startAnother(byEnvironment, { ENCRYPTION_KEY: newKey });
    expect(await takenBy(byEnvironment, dropped, creator, issued)).toEqual(REFUSED);
    expect(await codeIsTaken(byEnvironment, dropped, totp, 0)).toBe(true);
    expect((await withSecret(dropped.localUrl, creator.token ?? '').get('/me')).status).toBe(200);
  });

  it('a process with the next key in ENCRYPTION_KEY_PREVIOUS accepts signatures of that key', async () => {
    const announced = { ENCRYPTION_KEY: OLD_KEY, ENCRYPTION_KEY_PREVIOUS: newKey };
    const waiting = await startAnother(byEnvironment, announced);
    const restarted = await startAnother(byEnvironment, env);
    const issued = await issuedBy(restarted, creator);
    expect(await takenBy(byEnvironment, waiting, creator, issued)).toEqual(SERVED);
  });
});

/**
 * The content of each binary column. A new one needs a row here, and one in SEALED_COLUMNS if it is
 * sealed.
 */
const BINARY_COLUMNS: Readonly<Record<string, 'sealed' | 'hash' | 'keys' | 'public'>> = {
  'apps.secret_hash': 'hash',
  'ci_runs.token_hash': 'hash',
  'credentials.sealed_secret': 'sealed',
  'credentials.secret_hash': 'hash',
  'oauth_records.id_hash': 'hash',
  'oauth_records.user_code_hash': 'hash',
  'passkeys.public_key': 'public',
  'recovery_codes.code_hash': 'hash',
  'server_keys.secret': 'keys',
  'signing_keys.private_jwk': 'sealed',
  'used_challenges.challenge_hash': 'hash',
  'users.totp_secret': 'sealed',
  'web_sessions.token_hash': 'hash',
  'webhook_subscriptions.previous_secret': 'sealed',
  'webhook_subscriptions.secret': 'sealed',
};

describe('the columns of the database', () => {
  it('keys rotate seals every column with sealed values again', async () => {
    const columns = await binaryColumns(byFile);
    const names = columns.map(({ table, column }) => `${table}.${column}`);
    expect(names.sort()).toEqual(Object.keys(BINARY_COLUMNS));
    const sealed = names.filter((name) => BINARY_COLUMNS[name] === 'sealed');
    const rotated = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(rotated.sort()).toEqual(sealed);
  });
});
