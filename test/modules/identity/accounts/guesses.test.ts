import crypto, { scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkPassword, hashPassword } from '../../../../src/modules/identity/accounts/password.js';
import { checkSignIn, createUser, guardedGuess } from '../../../../src/modules/identity/index.js';
import { RegisteredError } from '../../../../src/registry/errors.js';
import { GUESS_LIMITS, LIMITS, PASSWORD_COST } from '../../../../src/registry/limits.js';
import { createContext, createSystemContext } from '../../../../src/request/context.js';
import { CHEAP_PASSWORDS, useWorld } from '../../../harness.js';
import { longTest } from '../../../rounds.js';

const work = { begun: [] as number[], running: 0, mostAtOnce: 0 };
// Named imports of a Node module follow the changed object after this call.
beforeAll(() => {
  const { scrypt } = crypto;
  vi.spyOn(crypto, 'scrypt').mockImplementation((secret, salt, length, cost, done) => {
    work.begun.push(cost.N ?? 0);
    work.running += 1;
    work.mostAtOnce = Math.max(work.mostAtOnce, work.running);
    scrypt(secret, salt, length, cost, (...result) => {
      work.running -= 1;
      done(...result);
    });
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const world = useWorld();
const HOME = '203.0.113.7';
const { password } = GUESS_LIMITS;

function from(address: string) {
  const { platform, request, viewer } = createSystemContext(world.platform, 'test');
  const usual = { ...platform, passwordCost: PASSWORD_COST };
  return createContext(usual, { ...request, address }, viewer);
}

/** Guesses at an account; returns 'checked', or the seconds to wait. */
async function guess(account: string, address: string, isRight = false) {
  try {
    const answer = isRight ? true : null;
    const given = { purpose: 'password', account, userId: null } as const;
    await guardedGuess(from(address), given, async () => answer);
    return 'checked';
  } catch (error) {
    if (!(error instanceof RegisteredError)) throw error;
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    return error.extensions.retry_after_seconds;
  }
}

async function guesses(times: number, account: string, address: (at: number) => string) {
  const answers = [];
  for (let at = 0; at < times; at += 1) answers.push(await guess(account, address(at)));
  return answers.filter((answer) => answer === 'checked').length;
}

describe('limits on wrong guesses', () => {
  it('wrong guesses at one account from one network are refused after the tenth for a quarter of an hour', async () => {
    world.clock.stop();
    expect(await guesses(12, 'ann', () => HOME)).toBe(password.pair.attempts);
    expect(await guess('ann', HOME, true)).toBe(password.pair.windowSeconds);
    expect(await guess('ann', '203.0.113.8')).toBe('checked');
    world.clock.advance(password.pair.windowSeconds - 10);
    expect(await guess('ann', HOME)).toBe(10);
    world.clock.advance(11);
    expect(await guess('ann', HOME, true)).toBe('checked');
  });

  it('concurrent wrong guesses do not exceed the limit', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => guess('bea', HOME)));
    expect(all.filter((answer) => answer === 'checked').length).toBeLessThanOrEqual(10);
  });

  it('a right guess resets the count of wrong guesses', async () => {
    await guesses(9, 'cid', () => HOME);
    expect(await guess('cid', HOME, true)).toBe('checked');
    expect(await guesses(10, 'cid', () => HOME)).toBe(10);
  });

  longTest(
    "wrong guesses from many networks lock an account everywhere except on its owner's network",
    async () => {
      await guess('dan', HOME, true);
      const everywhere = (at: number) => `198.51.${at >> 3}.1`;
      expect(await guesses(120, 'dan', everywhere)).toBe(password.account.attempts);
      expect(await guess('dan', '192.0.2.1')).toBeTypeOf('number');
      expect(await guess('dan', HOME, true)).toBe('checked');
      world.clock.advance(password.account.windowSeconds + 1);
      expect(await guess('dan', '192.0.2.1')).toBe('checked');
    },
  );

  longTest(
    'wrong guesses at many accounts from one network are refused after the hundredth, counting an IPv6 /64 as one',
    async () => {
      let checked = 0;
      for (let at = 0; at < 110; at += 1) {
        const address = `2001:db8:0:1::${at.toString(16)}`;
        if ((await guess(`user-${at}`, address)) === 'checked') checked += 1;
      }
      expect(checked).toBe(password.network.attempts);
      expect(await guess('user-1', '2001:db8:0:2::1')).toBe('checked');
    },
  );

  it('refused guesses count against no account: a full network locks no account', async () => {
    const many = 'crowded';
    await guesses(100, many, (at) => `2001:db8:0:1::${at}`);
    expect(await guesses(10, many, () => '192.0.2.77')).toBe(10);
  });

  it('guesses that could not be checked do not count', async () => {
    const broken = () => Promise.reject(new Error('away'));
    for (let at = 0; at < 11; at += 1) {
      const given = { purpose: 'totp', account: 'fay', userId: null } as const;
      const attempt = guardedGuess(from(HOME), given, broken);
      await expect(attempt).rejects.toThrow('away');
    }
    expect(await guess('fay', HOME)).toBe('checked');
  });
});

describe('wrong guesses at an account by its names', () => {
  const address = '192.0.2.190';

  it('wrong guesses at an account share one count, whichever name they use', async () => {
    const ctx = from(address);
    const given = { username: 'Ivy', email: 'ivy@example.org', password: 'correct horse' };
    const account = await createUser(ctx, given);
    expect(await guesses(10, account, () => address)).toBe(password.pair.attempts);
    for (const login of ['Ivy', 'ivy@example.org', ' IVY@example.org']) {
      const attempt = checkSignIn(ctx, { login, password: 'correct horse' });
      await expect(attempt).rejects.toMatchObject({ code: 'rate_limited' });
    }
    // A login without an account has a separate count, like any unknown name.
    expect(await checkSignIn(ctx, { login: 'ivy', password: 'x' })).toBeNull();
  });

  it('wrong guesses are audited once when they reach their limit', async () => {
    const userId = await createUser(from(address), { username: 'jan' });
    const wrong = () => {
      const given = { purpose: 'password', account: userId, userId } as const;
      return guardedGuess(from(address), given, async () => null).catch(() => null);
    };
    const { db } = world.platform;
    const noted = () => db.auditEntry.findMany({ where: { action: 'sign_in', targetId: userId } });
    for (let at = 1; at < password.pair.attempts; at += 1) await wrong();
    expect(await noted()).toEqual([]);
    for (let at = 0; at < 3; at += 1) await wrong();
    const line = { outcome: 'refused', code: 'rate_limited', targetKind: 'user' };
    expect(await noted()).toMatchObject([
      { ...line, data: { purpose: 'password', limit: 'pair' } },
    ]);
  });
});

describe('password checks', () => {
  longTest(
    'a password check costs the same for an unknown name as for a wrong password',
    async () => {
      const ctx = from('192.0.2.200');
      await createUser(ctx, { username: 'gus', password: 'correct horse' });
      await createUser(ctx, { username: 'bare' });
      for (const login of ['gus', 'bare', 'nobody', 'nobody@example.org']) {
        work.begun.length = 0;
        expect(await checkSignIn(ctx, { login, password: 'wrong' })).toBeNull();
        expect(work.begun).toEqual([2 ** 16]);
      }
    },
  );

  it('a password hash with another cost is accepted and rehashed at the current cost', async () => {
    const ctx = from('192.0.2.201');
    const id = await createUser(ctx, { username: 'hal' });
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('old but right', salt, 32, { N: 1024, r: 8, p: 1 });
    const passwordHash = `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    await world.platform.db.user.update({ where: { id }, data: { passwordHash } });
    const given = { login: 'hal', password: 'old but right' };
    expect(await checkSignIn(ctx, given)).toMatchObject({ userId: id });
    const row = await world.platform.db.user.findUniqueOrThrow({ where: { id } });
    expect(row.passwordHash).toMatch(/^scrypt\$65536\$8\$1\$/);
    expect(await checkSignIn(ctx, given)).toMatchObject({ userId: id });
  });

  it('a password matches in any Unicode normalization', async () => {
    const kept = await hashPassword('Gr\u00fc\u00dfe aus K\u00f6ln', CHEAP_PASSWORDS);
    const { isRight } = await checkPassword(
      'Gru\u0308\u00dfe aus Ko\u0308ln',
      kept,
      CHEAP_PASSWORDS,
    );
    expect(isRight).toBe(true);
  });

  it('password checks run with bounded concurrency, and a flood returns service_unavailable', async () => {
    work.mostAtOnce = 0;
    const { passwordsAtOnce, passwordsWaiting } = LIMITS;
    const cheap = `scrypt$2$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
    const flood = Array.from({ length: passwordsAtOnce + passwordsWaiting + 5 }, () =>
      checkPassword('x', cheap, CHEAP_PASSWORDS).then(
        () => 'checked',
        (error: unknown) => (error instanceof RegisteredError ? error.code : error),
      ),
    );
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === 'service_unavailable')).toHaveLength(5);
    expect(work.mostAtOnce).toBe(passwordsAtOnce);
  });
});
