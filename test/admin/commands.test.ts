import { describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import { deleteAccount, verifyToken } from '../../src/modules/identity/index.js';
import { createSystemContext } from '../../src/request/context.js';
import { useWorld } from '../harness.js';
import { draftMod, newGame } from '../publishing.js';
import { longTest } from '../rounds.js';
import { operate } from './operator.js';

const world = useWorld();

describe('the admin command line', () => {
  it('an unknown command prints the usage of all commands', async () => {
    const { exitCode, printed, refused } = await operate(world, 'user destroy');
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: null });
    expect(refused.error).toBe('there is no command user destroy');
    expect(refused.commands).toContain(
      'upload approve --upload ID --moderator U [--public-note TEXT]',
    );
    const nouns = refused.commands.map((usage: string) => usage.split(' --')[0]?.split(' [')[0]);
    expect(nouns).toEqual([
      'user create',
      'user list',
      'user password',
      'user totp',
      'user block',
      'user unblock',
      'user role',
      'token create',
      'oauth-client create',
      'signing-key rotate',
      'keys rotate',
      'keys forget',
      'game create',
      'game update',
      'game content',
      'category create',
      'entitlement grant',
      'entitlement revoke',
      'upload list',
      'upload approve',
      'upload reject',
      'backup create',
      'backup verify',
      'backup restore',
      'store claim',
      'search reindex',
      'downloads recount',
      'demo seed',
      'demo load',
    ]);
  });

  it.each(['help', '--help', '-h'])('%s prints the usage of all commands', async (word) => {
    const { exitCode, printed, refused } = await operate(world, word);
    expect({ exitCode, refused }).toEqual({ exitCode: 0, refused: null });
    expect(printed.commands).toContain('user totp --username U');
  });

  it.each(['--help', '-h'])('a command with %s prints only its usage', async (flag) => {
    const { exitCode, printed } = await operate(world, `user totp --username ida ${flag}`);
    expect({ exitCode, printed }).toEqual({
      exitCode: 0,
      printed: { usage: 'user totp --username U' },
    });
  });

  it('help needs no valid environment', async () => {
    const { exitCode, stdout } = await runAdmin(['user', 'list', '--help'], { PORT: 'x' });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"usage":"user list"}\n' });
  });

  it('an unknown flag changes nothing and prints the usage of the command', async () => {
    const { exitCode, refused } = await operate(world, 'user create --username ida --admin');
    expect(exitCode).toBe(1);
    expect(refused.error).toBe("Unknown option '--admin'");
    expect(refused.usage).toMatch(/^user create --username U \[--password P\]/);
    expect(await world.platform.db.user.count({ where: { username: 'ida' } })).toBe(0);
  });

  it.each([
    ['user create', '--username is needed'],
    ['user create --username x --role king', '--role takes user, moderator, admin'],
    ['user role --username x', '--role is needed'],
    ['user role --username x --role king', '--role takes user, moderator, admin'],
    ['demo seed --mods 0', '--mods takes a whole number from 1 to 1000000'],
    ['demo seed --mods 1e9', '--mods takes a whole number from 1 to 1000000'],
    ['user totp --username', '--username needs a value'],
    ['demo seed --mods -5', "Option '--mods' argument is ambiguous."],
    ['token create --username x --scopes " "', '--scopes is needed'],
    ['token create --username x --scopes mods:read --mod ""', '--mod is empty'],
    [
      'entitlement grant --username x',
      'exactly one of --subscriber, --mod and --artifact is needed',
    ],
    [
      'entitlement revoke --username x --subscriber --mod y',
      'exactly one of --subscriber, --mod and --artifact is needed',
    ],
    ['entitlement grant --username x --mod a --mod b', '--mod is given more than once'],
    ['token create --username x --scopes a --scopes=b', '--scopes is given more than once'],
    ['game update --slug x', 'one of --name, --loaders, --versions and --platforms is needed'],
  ])('%s is refused with the reason and the usage of the command', async (line, reason) => {
    const { exitCode, refused } = await operate(world, line);
    expect({ exitCode, error: refused.error }).toEqual({ exitCode: 1, error: reason });
    const [name] = line.split(' --');
    expect(refused.usage.startsWith(`${name} --`) || refused.usage.startsWith(`${name} [--`)).toBe(
      true,
    );
  });

  it('an invalid environment ends a command with exit code 2 and one line on stderr', async () => {
    const ended = await runAdmin(['user', 'create'], { PORT: 'many' });
    expect(ended.exitCode).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toMatch(/^PORT is "many"; .*\n$/);
  });

  it('a DATA_DIR that cannot be used is named in the error', async () => {
    const { exitCode, refused } = await operate(world, 'user list', { DATA_DIR: '/dev/null' });
    expect(exitCode).toBe(1);
    expect(refused.error).toMatch(/^DATA_DIR \/dev\/null cannot be used: /);
  });

  it('a database failure is printed as one JSON object without the password', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:9/none' };
    const { exitCode, refused } = await operate(world, 'search reindex', nowhere);
    expect(exitCode).toBe(1);
    expect(refused.error).toMatch(/ECONNREFUSED/);
    expect(refused.error).not.toContain('secret');
  });
});

describe('accounts and tokens', () => {
  it('user create sets the role and stores the password as a hash', async () => {
    // Without replacements, so with the cost of production.
    const line = 'user create --username mona --password "long enough" --email M@example.org';
    const { exitCode, printed } = await operate(world, `${line} --role moderator`, {}, {});
    expect(exitCode).toBe(0);
    expect(Object.keys(printed)).toEqual(['user_id', 'username']);
    const row = await world.platform.db.user.findUniqueOrThrow({ where: { username: 'mona' } });
    expect(row).toMatchObject({ id: printed.user_id, role: 'moderator', email: 'm@example.org' });
    expect(row.passwordHash).toMatch(/^scrypt\$65536\$8\$1\$/);
  });

  it('user list prints every account, the oldest first, and no secret', async () => {
    await operate(world, 'user create --username lena --email lena@example.org --role admin');
    await operate(world, 'user totp --username lena');
    const { printed } = await operate(world, 'user list');
    expect(Object.keys(printed)).toEqual(['users']);
    const rows = await world.platform.db.user.findMany({ orderBy: { id: 'asc' } });
    expect(printed.users.map((user: { user_id: string }) => user.user_id)).toEqual(
      rows.map(({ id }) => id),
    );
    const lena = rows.find(({ username }) => username === 'lena');
    expect(printed.users.at(-1)).toEqual({
      user_id: lena?.id,
      username: 'lena',
      email: 'lena@example.org',
      role: 'admin',
      state: 'active',
      totp: true,
      passkeys: 0,
      created_at: lena?.createdAt.toISOString(),
    });
  });

  it('user create refuses a taken username with the code and the field', async () => {
    await operate(world, 'user create --username twin');
    const { exitCode, printed, refused } = await operate(world, 'user create --username twin');
    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: null });
    expect(refused).toEqual({
      error: expect.any(String),
      code: 'invalid_input',
      fields: [{ field: 'username', code: 'not_unique' }],
    });
  });

  longTest(
    'token create limits a token to the given scopes, mods, lifetime and second factor',
    async () => {
      await newGame(world, 'limits');
      const mod = await draftMod(await world.creator('carol'), 'limits');
      const line = `token create --username carol --scopes "mods:read files:upload" --mod ${mod.id} --mod ${mod.id.toUpperCase()}`;
      const { printed } = await operate(world, `${line} --ttl-seconds 60 --aal2`);
      expect(Object.keys(printed)).toEqual([
        'token',
        'token_id',
        'scopes',
        'resource_grants',
        'expires_at',
      ]);
      expect(printed.resource_grants).toEqual([{ type: 'mod', id: mod.id }]);
      const viewer = await verifyToken(world.platform, printed.token);
      expect(viewer).toMatchObject({ username: 'carol' });
      expect(viewer.credential).toMatchObject({
        id: printed.token_id,
        scopes: ['mods:read', 'files:upload'],
        modIds: [mod.id],
        aal2At: expect.any(Date),
        expiresAt: new Date(printed.expires_at),
      });
      world.clock.advance(61);
      await expect(verifyToken(world.platform, printed.token)).rejects.toThrow('unauthorized');
    },
  );

  it('token create without flags makes a token for all mods, without expiry or second factor', async () => {
    await operate(world, 'user create --username dora');
    const line = 'token create --username dora --scopes mods:read';
    const { printed } = await operate(world, line);
    expect([printed.expires_at, printed.resource_grants]).toEqual([null, null]);
    const { credential } = await verifyToken(world.platform, printed.token);
    expect(credential).toMatchObject({ modIds: null, expiresAt: null, aal2At: null });
  });

  longTest(
    'user totp replaces the second factor of an account and prints the new secret',
    async () => {
      await operate(world, 'user create --username tess');
      const { printed } = await operate(world, 'user totp --username tess');
      expect(Object.keys(printed)).toEqual(['secret', 'otpauth_url']);
      expect(printed.secret).toMatch(/^[A-Z2-7]{32}$/);
      const url = new URL(printed.otpauth_url);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        secret: printed.secret,
        digits: '6',
        period: '30',
      });
      const again = await operate(world, 'user totp --username tess');
      expect(again.printed.secret).not.toBe(printed.secret);
      const unknown = await operate(world, 'user totp --username nobody');
      expect(unknown.refused.code).toBe('user_not_found');
    },
  );

  it.each([
    ['--scopes "mods:read mods:wirte"', 'invalid_scope'],
    ['--scopes mods:read --mod nonsense', 'not_found'],
    ['--scopes mods:read --mod 00000000-0000-7000-8000-000000000000', 'not_found'],
  ])('token create with %s makes no token', async (flags, code) => {
    const username = `eve-${code.length}${flags.length}`;
    await operate(world, `user create --username ${username}`);
    const { exitCode, refused } = await operate(
      world,
      `token create --username ${username} ${flags}`,
    );
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code });
    expect(await world.platform.db.credential.count({ where: { user: { username } } })).toBe(0);
  });

  it('user block rejects a token from the next request on, and user unblock accepts it again', async () => {
    const made = await operate(world, 'user create --username fred');
    const { printed } = await operate(world, 'token create --username fred --scopes mods:read');
    const blocked = await operate(world, 'user block --username fred');
    expect(blocked.printed).toEqual({ user_id: made.printed.user_id, blocked: true });
    await expect(verifyToken(world.platform, printed.token)).rejects.toThrow('account_blocked');
    const unblocked = await operate(world, 'user unblock --username fred');
    expect(unblocked.printed).toEqual({ user_id: made.printed.user_id, blocked: false });
    expect(await verifyToken(world.platform, printed.token)).toMatchObject({ username: 'fred' });
  });

  it('commands for accounts fail with user_not_found for a deleted account and change nothing', async () => {
    const { userId } = await world.creator('gone');
    const { db, clock } = world.platform;
    await db.user.update({ where: { id: userId }, data: { deletionDueAt: clock.now() } });
    const ctx = createSystemContext(world.platform, 'test');
    expect(await deleteAccount(ctx, userId)).toBe(true);
    const read = async () => [
      await db.user.findUniqueOrThrow({ where: { id: userId } }),
      await db.credential.count({ where: { userId } }),
    ];
    const before = await read();
    for (const line of [
      'user totp --username gone',
      'user block --username gone',
      'user unblock --username gone',
      'user role --username gone --role moderator',
      'token create --username gone --scopes mods:read',
      'oauth-client create --username gone --name Gone --redirect-uri https://gone.example/ --scopes mods:read',
      'entitlement grant --username gone --subscriber',
      `upload approve --upload ${userId} --moderator gone`,
    ]) {
      const { exitCode, refused } = await operate(world, line);
      expect([line, exitCode, refused?.code]).toEqual([line, 1, 'user_not_found']);
    }
    expect(await read()).toEqual(before);
  });

  it('user block fails with user_not_found for an unknown username', async () => {
    const { exitCode, refused } = await operate(world, 'user block --username nobody');
    expect({ exitCode, code: refused.code }).toEqual({ exitCode: 1, code: 'user_not_found' });
  });
});
