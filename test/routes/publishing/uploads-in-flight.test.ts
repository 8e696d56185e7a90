import { describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/platform/storage/storage.port.js';
import { refusal } from '../../publishing.js';
import { longTest, rounds } from '../../rounds.js';
import {
  auditOf,
  newSession,
  numbersOf,
  QUARTER,
  rowOf,
  send,
  usePartsInFlight,
  world,
} from './parts-in-flight.js';

usePartsInFlight();

describe('the limit of four upload parts in flight (Spec 8)', () => {
  it('a fifth part in flight returns 429 with its wait and writes nothing', async () => {
    const { id, sign } = await newSession();
    world.clock.advance(100);
    const before = [await rowOf(id), await auditOf(id)];
    const signPart = vi.spyOn(world.platform.storage, 'signPart');
    const refused = await sign(5);
    expect(refusal(refused)).toBe('429 rate_limited');
    expect(refused.body).toMatchObject({
      quota_bucket: 'upload_parts',
      retry_after_seconds: QUARTER - 100,
      retryable: true,
      detail: expect.stringContaining('not arrived yet: 1, 2, 3, 4; send them'),
    });
    expect(refused.headers.get('retry-after')).toBe(String(QUARTER - 100));
    const quota = ['limit', 'remaining', 'reset'].map((it) =>
      refused.headers.get(`ratelimit-${it}`),
    );
    expect(quota).toEqual(['4', '0', String(QUARTER - 100)]);
    expect(refused.headers.get('x-upload-correlation-id')).not.toBeNull();
    expect(signPart).not.toHaveBeenCalled();
    expect([await rowOf(id), await auditOf(id)]).toEqual(before);
    expect((await sign(4, 5)).status).toBe(429);
    world.clock.advance(QUARTER - 100);
    expect((await sign(5)).status).toBe(200);
  });

  it('parts in flight are signed again at any time without a request to the store', async () => {
    const { sign } = await newSession();
    const asked = vi.spyOn(world.platform.storage, 'listParts');
    for (const numbers of [[1], [4, 3], [1, 2, 3, 4]]) {
      world.clock.advance(60);
      expect(numbersOf((await sign(...numbers)).body.data.parts)).toEqual(numbers);
    }
    expect(asked).not.toHaveBeenCalled();
  });

  it('each part that the store holds frees a place for another part', async () => {
    const { parts, sign } = await newSession();
    await send(parts[0], parts[1]);
    expect((await sign(5, 6, 7)).status).toBe(429);
    expect((await sign(5, 6)).status).toBe(200);
    expect((await sign(7)).status).toBe(429);
    expect((await sign(3, 4, 5, 6)).status).toBe(200);
    await send(parts[3]);
    expect((await sign(7)).status).toBe(200);
    expect((await sign(8)).status).toBe(429);
  });

  it('a part that the store holds is not in flight and can be signed in addition to four others', async () => {
    const { id, parts, sign } = await newSession();
    await send(...parts);
    expect((await sign(5, 6, 7, 8)).status).toBe(200);
    expect((await sign(1, 2)).status).toBe(200);
    expect((await rowOf(id)).partsInFlight).toEqual([5, 6, 7, 8]);
    expect((await sign(1, 9)).status).toBe(429);
  });

  it('a part that the store lists with another size is in flight', async () => {
    const { parts, sign } = await newSession();
    await send(parts[0]);
    const { storage } = world.platform;
    const listParts = storage.listParts.bind(storage);
    vi.spyOn(storage, 'listParts').mockImplementation(async (key, multipartId) =>
      (await listParts(key, multipartId)).map((part) => ({ ...part, sizeBytes: 5 })),
    );
    expect((await sign(5)).status).toBe(429);
    vi.restoreAllMocks();
    expect((await sign(5)).status).toBe(200);
  });

  it('every signature extends all parts in flight by 15 minutes', async () => {
    const { sign } = await newSession();
    world.clock.advance(QUARTER - 1);
    expect((await sign(1)).status).toBe(200);
    world.clock.advance(QUARTER - 1);
    expect((await sign(5)).body.retry_after_seconds).toBe(1);
    world.clock.advance(1);
    expect((await sign(5, 6, 7, 8)).status).toBe(200);
    expect((await sign(1)).status).toBe(429);
  });

  it('signing during a store outage succeeds only for parts in flight', async () => {
    const { id, parts, sign } = await newSession();
    await send(...parts);
    const before = await rowOf(id);
    vi.spyOn(world.platform.storage, 'listParts').mockRejectedValue(new StoreUnavailable('away'));
    expect(refusal(await sign(5))).toBe('503 service_unavailable');
    expect(await rowOf(id)).toEqual(before);
    expect((await sign(4)).status).toBe(200);
    vi.restoreAllMocks();
    expect((await sign(5)).status).toBe(200);
  });

  it('an upload that the store has ended has no parts in flight', async () => {
    const { id, sign } = await newSession();
    const { stagingKey, multipartId } = await rowOf(id);
    await world.platform.storage.abortMultipart(stagingKey, multipartId ?? '');
    expect((await sign(5)).status).toBe(200);
  });

  it('signing runs the same number of statements for any number of parts', async () => {
    const costOf = async (...numbers: number[]) => {
      const { parts, sign } = await newSession();
      if (numbers.some((number) => number > 4)) await send(...parts);
      return (await world.statements(() => sign(...numbers))).length;
    };
    expect([await costOf(1), await costOf(1, 2, 3, 4)]).toEqual([9, 9]);
    // A request to the store needs a read of the row before and after it.
    expect([await costOf(5), await costOf(5, 6, 7, 8)]).toEqual([13, 13]);
  });

  it('a lease does not become shorter if the clock is set back', async () => {
    const { id, sign } = await newSession();
    const { leaseUntil } = await rowOf(id);
    world.clock.advance(-60);
    const signed = await sign(1);
    expect(signed.status).toBe(200);
    expect((await rowOf(id)).leaseUntil).toEqual(leaseUntil);
    world.clock.advance(60);
  });
});

describe('repeated creates of uploads (Spec 4.4, 8)', () => {
  it('a repeated create signs the parts in flight, and fills up to four with the first parts', async () => {
    const { parts, repeat, sign } = await newSession();
    expect(numbersOf(await repeat())).toEqual([1, 2, 3, 4]);
    await send(...parts.slice(0, 3));
    expect((await sign(6, 8)).status).toBe(200);
    expect(numbersOf(await repeat())).toEqual([1, 4, 6, 8]);
    await send(parts[3]);
    expect((await sign(5, 7)).status).toBe(200);
    expect(numbersOf(await repeat())).toEqual([5, 6, 7, 8]);
    world.clock.advance(QUARTER);
    expect(numbersOf(await repeat())).toEqual([1, 2, 3, 4]);
  });

  longTest(
    'a repeated create succeeds with four other parts in flight and during a store outage',
    async () => {
      const { id, repeat, sign } = await newSession();
      world.clock.advance(QUARTER);
      expect((await sign(5, 6, 7, 8)).status).toBe(200);
      vi.spyOn(world.platform.storage, 'listParts').mockRejectedValue(new StoreUnavailable('away'));
      const again = await repeat();
      expect(numbersOf(again)).toEqual([5, 6, 7, 8]);
      await send(...again);
      expect((await rowOf(id)).partsInFlight).toEqual([5, 6, 7, 8]);
    },
  );
});

describe('concurrent signing requests (Spec 8)', () => {
  const ROUNDS = rounds(3, 10);

  it('concurrent signing requests never get more than four parts in total', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, sign } = await newSession();
      world.clock.advance(QUARTER);
      const answers = await Promise.all([sign(1, 2, 3), sign(4, 5), sign(6, 7), sign(8)]);
      const got = answers.flatMap(({ status, body }) =>
        status === 200 ? numbersOf(body.data.parts) : [],
      );
      for (const { status } of answers) expect([200, 429]).toContain(status);
      expect(got.length).toBeLessThanOrEqual(4);
      expect((await rowOf(id)).partsInFlight).toEqual(got.toSorted());
    }
  });

  longTest(
    'concurrent signing requests all succeed if their parts fit after a request to the store',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, parts, sign } = await newSession();
        await send(...parts);
        const answers = await Promise.all([sign(5), sign(6, 7), sign(8), sign(1, 2)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        expect((await rowOf(id)).partsInFlight).toEqual(expect.arrayContaining([5, 6, 7, 8]));
      }
    },
  );

  longTest(
    'a repeated create and a concurrent signing request return at most four parts',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { repeat, sign } = await newSession();
        world.clock.advance(QUARTER);
        const [again, other] = await Promise.all([repeat(), sign(6, 7, 8)]);
        const signed = other.status === 200 ? numbersOf(other.body.data.parts) : [];
        expect(new Set([...numbersOf(again), ...signed]).size).toBeLessThanOrEqual(4);
      }
    },
  );
});
