import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  RateBucket,
  RateDecision,
  RateLimiter,
} from '../../../src/platform/rate-limit/rate-limit.port.js';
import { createReferenceModel, type Expected } from './reference.js';

/** A limiter under test with a controllable clock. */
export interface Subject {
  readonly limiter: RateLimiter;
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

// A unit of each limit takes whole seconds, so that the few milliseconds of a real clock do not
// change a result.
const LIMITS = [1, 2, 3, 5, 6, 12];

type Step =
  | { readonly pass: number }
  | { readonly of: readonly (readonly [bucket: number, units: number])[]; readonly takes: boolean };

const steps = fc.array(
  fc.oneof(
    fc.record({ pass: fc.integer({ min: 1, max: 75 }) }),
    fc.record({
      of: fc.uniqueArray(
        fc.tuple(fc.nat({ max: LIMITS.length - 1 }), fc.integer({ min: 1, max: 3 })),
        { minLength: 1, maxLength: 4, selector: ([bucket]) => bucket },
      ),
      takes: fc.boolean(),
    }),
  ),
  { maxLength: 25 },
);

/** The key prefix of this process's tests, in a store that others use as well. */
export const OWN_KEYS = `test:${randomUUID()}:`;

const newKey = (): string => `${OWN_KEYS}${randomUUID()}`;

/** A bucket that no other test uses. */
export function bucketOf(perMinute: number, units = 1, key = newKey()): RateBucket {
  return { key, rate: 'search', perMinute, units };
}

/** The promises of every rate limiter. */
export function rateLimiterContract(name: string, open: () => Promise<Subject>): void {
  describe(`${name} as a rate limiter`, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(() => subject.close());

    it('the limiter decides like the reference implementation for any sequence of requests', async () => {
      const given = (run: string, { of }: { of: readonly (readonly [number, number])[] }) => {
        const [first, ...rest] = of.map(([at, units]) => {
          const perMinute = LIMITS[at] ?? 1;
          return bucketOf(perMinute, Math.min(units, perMinute), `${run}-${at}`);
        });
        if (!first) throw new Error('a step without buckets');
        return [first, ...rest] as const;
      };
      const follow = async (all: readonly Step[]) => {
        const run = newKey();
        const model = createReferenceModel();
        const { limiter } = subject;
        for (const step of all) {
          if ('pass' in step) {
            await subject.pass(step.pass);
            model.pass(step.pass);
            continue;
          }
          const buckets = given(run, step);
          const verb = step.takes ? 'take' : 'look';
          const decision = await limiter[verb](buckets);
          // If two waits end in the same second, a limiter with a real clock may report either.
          expect(model[verb](buckets)).toContainEqual(numbersOf(decision));
        }
      };
      await fc.assert(fc.asyncProperty(steps, follow), { numRuns: 60 });
    });

    it('the limiter allows a full bucket at once, then its refill rate', async () => {
      const bucket = bucketOf(6);
      const take = () => subject.limiter.take([bucket]);
      for (const remaining of [5, 4, 3, 2, 1, 0]) {
        expect(await take()).toMatchObject({ allowed: true, remaining, retryAfterSeconds: 0 });
      }
      expect(await take()).toMatchObject({
        allowed: false,
        bucket: { perMinute: 6 },
        remaining: 0,
        resetSeconds: 60,
        retryAfterSeconds: 10,
      });
      await subject.pass(10);
      expect((await take()).allowed).toBe(true);
      expect((await take()).allowed).toBe(false);
    });

    it('the limiter takes from all buckets or from none', async () => {
      const narrow = bucketOf(1);
      const wide = bucketOf(5);
      const { limiter } = subject;
      await limiter.take([narrow]);
      for (let round = 0; round < 3; round += 1) {
        expect(await limiter.take([wide, narrow])).toMatchObject({
          allowed: false,
          bucket: { key: narrow.key },
        });
      }
      expect(await limiter.take([wide])).toMatchObject({ allowed: true, remaining: 4 });
    });

    it('the limiter reports the bucket with the least remaining units or with the longest wait', async () => {
      const { limiter } = subject;
      const [few, many] = [bucketOf(3), bucketOf(12)];
      const decision = await limiter.take([many, few]);
      expect(decision).toMatchObject({ bucket: { key: few.key }, remaining: 2 });
      await limiter.take([{ ...few, units: 2 }]);
      await limiter.take([{ ...many, units: 11 }]);
      expect(await limiter.take([many, few])).toMatchObject({
        bucket: { key: few.key },
        retryAfterSeconds: 20,
      });
    });

    it('the limiter makes returned units available again, up to the size of the bucket', async () => {
      const { limiter } = subject;
      const bucket = bucketOf(6, 6);
      expect((await limiter.take([bucket])).allowed).toBe(true);
      await limiter.refund({ ...bucket, units: 4 });
      expect(await limiter.look([{ ...bucket, units: 5 }])).toMatchObject({ allowed: false });
      expect(await limiter.take([{ ...bucket, units: 4 }])).toMatchObject({ remaining: 0 });
      for (const _ of [1, 2]) await limiter.refund(bucket);
      expect(await limiter.take([bucket])).toMatchObject({ allowed: true, remaining: 0 });
      expect((await limiter.take([{ ...bucket, units: 1 }])).allowed).toBe(false);
    });

    it('the limiter never exceeds a bucket under concurrent requests', async () => {
      const bucket = bucketOf(6);
      const asked = Array.from({ length: 40 }, () => subject.limiter.take([bucket]));
      const allowed = (await Promise.all(asked)).filter((decision) => decision.allowed);
      expect(allowed).toHaveLength(6);
    });

    it('the limiter throws RangeError for units that a bucket can never hold', async () => {
      for (const units of [0, 7, 1.5, -1]) {
        await expect(async () => subject.limiter.take([bucketOf(6, units)])).rejects.toThrow(
          RangeError,
        );
      }
    });

    it('the limiter responds to a ping', async () => {
      await subject.limiter.ping();
    });
  });
}

function numbersOf(decision: RateDecision): Expected {
  const { allowed, bucket, remaining, resetSeconds, retryAfterSeconds } = decision;
  return { allowed, limit: bucket.perMinute, remaining, resetSeconds, retryAfterSeconds };
}
