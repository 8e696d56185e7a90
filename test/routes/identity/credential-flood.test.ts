import { beforeAll, describe, expect, it } from 'vitest';
import { createCredentialGuard } from '../../../src/auth/credential-guard.js';
import { changeBlockByUsername } from '../../../src/modules/identity/index.js';
import { inScope } from '../../../src/platform/work-scope.js';
import { RATE_CLASSES } from '../../../src/registry/limits.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Answer, Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { refusal } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { from, newAddress, quotaOf, times } from './rate-limiting.js';

const world = useWorld({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { jobs: 'when-settled' });
const limit = RATE_CLASSES.auth.anonymousPerMinute;
let alice: Creator;

beforeAll(async () => {
  world.clock.stop();
  alice = await world.creator('alice');
});

/** Reads with a credential, by default with a new well-formed but unknown one. */
const read = (address: string, token = forged()): Promise<Answer> =>
  world.anon.get('/games', { ...from(address), Authorization: `Bearer ${token}` });

let made = 0;
function forged(): string {
  made += 1;
  return `mpat_${String(made).padStart(16, '0')}_${'x'.repeat(43)}`;
}

const lookUps = async (work: () => Promise<unknown>) =>
  (await world.statements(work)).filter((sql) => sql.includes('credentials'));

describe('rate limit of invalid credentials', () => {
  it('401 responses carry the auth quota, and 429 follows without a credential lookup', async () => {
    const address = newAddress();
    const first = await read(address);
    expect([refusal(first), ...quotaOf(first)]).toEqual([
      '401 unauthorized',
      String(limit),
      String(limit - 1),
      '2',
    ]);
    await times(limit - 1, () => read(address));
    const asked = await lookUps(async () => {
      const refused = await read(address);
      expect(refusal(refused)).toBe('429 rate_limited');
      expect(refused.body).toMatchObject({ quota_bucket: 'auth', retry_after_seconds: 2 });
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(quotaOf(refused)).toEqual([String(limit), '0', '60']);
    });
    expect(asked).toEqual([]);
  });

  longTest(
    'concurrent or repeated invalid credentials cause at most the limit of lookups',
    async () => {
      for (const token of [undefined, forged()]) {
        const address = newAddress();
        let answers: Answer[] = [];
        const asked = await lookUps(async () => {
          const all = Array.from({ length: 3 * limit }, () => read(address, token ?? forged()));
          answers = await Promise.all(all);
        });
        const looked = answers.filter(({ status }) => status === 401);
        expect(new Set(answers.map(refusal))).toEqual(
          new Set(['401 unauthorized', '429 rate_limited']),
        );
        expect(looked).toHaveLength(limit);
        expect(asked.length).toBeLessThanOrEqual(limit);
      }
    },
  );

  longTest('malformed, unknown and blocked credentials count against the same limit', async () => {
    const address = newAddress();
    const bob = await world.creator('bob');
    await changeBlockByUsername(createSystemContext(world.platform, 'test'), 'bob', true);
    expect(refusal(await read(address, bob.token ?? ''))).toBe('403 account_blocked');
    expect(refusal(await read(address, 'nonsense'))).toBe('401 unauthorized');
    const basic = { ...from(address), Authorization: 'Basic eDp5' };
    const third = await world.anon.get('/games', basic);
    expect(third.headers.get('ratelimit-remaining')).toBe(String(limit - 3));
    await times(limit - 3, () => read(address, 'nonsense'));
    for (const token of [bob.token ?? '', 'nonsense', forged()]) {
      expect(refusal(await read(address, token))).toBe('429 rate_limited');
    }
  });

  it('a request with an invalid client identity does not count against the auth quota', async () => {
    const address = newAddress();
    const headers = {
      ...from(address),
      Authorization: `Bearer ${forged()}`,
      'User-Agent': 'curl/8',
    };
    await times(limit + 1, () => world.anon.request('POST', '/mods', { headers }));
    expect(quotaOf(await read(address))[1]).toBe(String(limit - 1));
  });

  it('invalid credentials are looked up again after a pause, and from other addresses at any time', async () => {
    const address = newAddress();
    await times(limit + 1, () => read(address));
    expect((await read(newAddress())).status).toBe(401);
    world.clock.advance(2);
    expect((await read(address)).status).toBe(401);
    expect((await read(address)).status).toBe(429);
  });
});

describe('valid credentials next to invalid ones', () => {
  it('a valid credential is accepted after a mistyped one', async () => {
    const address = newAddress();
    const token = (await alice.withToken({})).token ?? '';
    expect((await read(address, `${token.slice(0, -1)}_`)).status).toBe(401);
    expect((await read(address, token)).status).toBe(200);
  });

  it('a recently verified credential works while others at its address are rate limited', async () => {
    const address = newAddress();
    const token = alice.token ?? '';
    expect((await read(address, token)).status).toBe(200);
    await times(limit + 1, () => read(address));
    const answer = await read(address, token);
    expect([answer.status, quotaOf(answer)[0]]).toEqual([200, '1200']);
  });

  it('concurrent first uses of a valid credential do not count against the auth quota', async () => {
    const address = newAddress();
    const token = (await alice.withToken({})).token ?? '';
    const all = await Promise.all(Array.from({ length: 3 * limit }, () => read(address, token)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(quotaOf(await read(address))[1]).toBe(String(limit - 1));
  });

  it('an expired credential counts as invalid from the moment it expires', async () => {
    const address = newAddress();
    const token = (await alice.withToken({ lifetimeSeconds: 30 })).token ?? '';
    expect((await read(address, token)).status).toBe(200);
    world.clock.advance(30);
    await times(limit, () => read(address, token));
    expect(refusal(await read(address, token))).toBe('429 rate_limited');
  });

  it('requests that wait for the first look-up of their credential outlive the client of the first', async () => {
    const guard = createCredentialGuard(world.platform);
    const lookUp = () => world.platform.db.$queryRaw`select 1 as one`;
    const presented = { actor: newAddress(), secret: forged() };
    const ask = (gone: AbortSignal | null) =>
      inScope({ lane: 'requests', gone }, () => guard(presented, lookUp));
    const first = ask(AbortSignal.abort());
    await expect(ask(null)).resolves.toEqual([{ one: 1 }]);
    await first;
  });
});
