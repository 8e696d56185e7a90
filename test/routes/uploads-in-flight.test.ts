import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../src/platform/storage/storage.port.js';
import { LIMITS } from '../../src/registry/limits.js';
import type { Creator, Json } from '../actors.js';
import { useWorld } from '../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  putBytes,
  refusal,
} from '../publishing.js';

const PART_BYTES = 1024;
const PARTS = 9;
const QUARTER = 15 * 60;

const world = useWorld({}, { jobs: 'when-settled' });
const { singleUploadBytes, partSizeBytes } = LIMITS;
let alice: Creator;
let modId: string;

beforeAll(async () => {
  world.clock.stop();
  // Small part sizes allow many parts.
  Object.assign(LIMITS, { singleUploadBytes: PART_BYTES, partSizeBytes: PART_BYTES });
  await newGame(world, 'in-flight');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'in-flight')).id;
});
afterAll(() => {
  Object.assign(LIMITS, { singleUploadBytes, partSizeBytes });
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface Session {
  readonly id: string;
  /** The parts that the creation signed. */
  readonly parts: Json[];
  /** Repeats the request that created the session; returns the parts. */
  repeat(): Promise<Json[]>;
  sign(...partNumbers: number[]): ReturnType<Creator['post']>;
}

const newSession = async (): Promise<Session> => {
  const version = await draftVersion(alice, modId, { version: randomUUID() });
  const target = { modId, versionId: version.id };
  const declared = declarationOf(target, archiveOf('in flight'), { sizeBytes: PARTS * PART_BYTES });
  const headers = { 'Idempotency-Key': randomUUID() };
  const reserve = async (): Promise<Json> => {
    const made = await alice.post('/uploads', declared, headers);
    if (made.status !== 201) throw new Error(`no session: ${made.text}`);
    return made.body.data;
  };
  const { upload_id: id, upload } = await reserve();
  return {
    id,
    parts: upload.parts,
    repeat: async () => (await reserve()).upload.parts,
    sign: (...partNumbers) => alice.post(`/uploads/${id}/parts`, { partNumbers }),
  };
};
const send = async (...parts: Json[]): Promise<void> => {
  for (const part of parts) {
    const { status } = await putBytes(part, new Uint8Array(part.sizeBytes));
    if (status !== 200) throw new Error(`the store answered ${status}`);
  }
};
const numbersOf = (parts: Json[]): number[] => parts.map(({ partNumber }) => partNumber);
const rowOf = (id: string) => world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
const auditOf = (targetId: string) => world.platform.db.auditEntry.count({ where: { targetId } });

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

  it('a repeated create succeeds with four other parts in flight and during a store outage', async () => {
    const { id, repeat, sign } = await newSession();
    world.clock.advance(QUARTER);
    expect((await sign(5, 6, 7, 8)).status).toBe(200);
    vi.spyOn(world.platform.storage, 'listParts').mockRejectedValue(new StoreUnavailable('away'));
    const again = await repeat();
    expect(numbersOf(again)).toEqual([5, 6, 7, 8]);
    await send(...again);
    expect((await rowOf(id)).partsInFlight).toEqual([5, 6, 7, 8]);
  });
});

describe('concurrent signing requests (Spec 8)', () => {
  const ROUNDS = 10;

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

  it('concurrent signing requests all succeed if their parts fit after a request to the store', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, parts, sign } = await newSession();
      await send(...parts);
      const answers = await Promise.all([sign(5), sign(6, 7), sign(8), sign(1, 2)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await rowOf(id)).partsInFlight).toEqual(expect.arrayContaining([5, 6, 7, 8]));
    }
  });

  it('a repeated create and a concurrent signing request return at most four parts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { repeat, sign } = await newSession();
      world.clock.advance(QUARTER);
      const [again, other] = await Promise.all([repeat(), sign(6, 7, 8)]);
      const signed = other.status === 200 ? numbersOf(other.body.data.parts) : [];
      expect(new Set([...numbersOf(again), ...signed]).size).toBeLessThanOrEqual(4);
    }
  });
});

describe('upload clients with random behavior (Spec 8)', () => {
  type Step =
    | { readonly kind: 'sign'; readonly numbers: number[] }
    | { readonly kind: 'send'; readonly which: number }
    | { readonly kind: 'repeat' }
    | { readonly kind: 'wait'; readonly seconds: number };

  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('sign' as const),
        numbers: fc.uniqueArray(fc.integer({ min: 1, max: PARTS }), { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('send' as const), which: fc.nat() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        seconds: fc.integer({ min: 60, max: 1200 }),
      }),
    },
  );

  /** A client that keeps every URL it received; `open` returns the parts that it could send now. */
  const newClient = async () => {
    const session = await newSession();
    const addresses = new Map<number, Json>();
    const sent = new Set<number>();
    const keep = (parts: Json[]) => {
      for (const part of parts) addresses.set(part.partNumber, part);
    };
    keep(session.parts);
    const open = (): Json[] =>
      [...addresses.values()].filter(
        ({ partNumber, expiresAt }) =>
          !sent.has(partNumber) && new Date(expiresAt) > world.clock.now(),
      );
    return { ...session, keep, open, sent };
  };

  const take = async (client: Awaited<ReturnType<typeof newClient>>, step: Step) => {
    if (step.kind === 'wait') return world.clock.advance(step.seconds);
    if (step.kind === 'repeat') return client.keep(await client.repeat());
    const open = client.open();
    if (step.kind === 'send') {
      const part = open[step.which % Math.max(1, open.length)];
      if (!part) return;
      await send(part);
      client.sent.add(part.partNumber);
      return;
    }
    const answer = await client.sign(...step.numbers);
    expect([200, 429]).toContain(answer.status);
    if (answer.status === 200) client.keep(answer.body.data.parts);
    // A part with a valid URL can always be signed again.
    const isKnown = step.numbers.every((number) => numbersOf(open).includes(number));
    if (isKnown) expect(answer.status).toBe(200);
  };

  it('an upload has at most four valid URLs for parts that the store does not hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const client = await newClient();
        for (const one of steps) {
          await take(client, one);
          expect(client.open().length).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('an upload sends all parts in groups of four, however often it is interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 4 }), { maxLength: 6 }), async (cuts) => {
        const { id, sign } = await newSession();
        const missing = async (): Promise<number[]> => {
          const { progress } = (await alice.get(`/uploads/${id}`)).body.data;
          const held = new Set(numbersOf(progress.completedParts));
          return Array.from({ length: PARTS }, (_, at) => at + 1).filter((it) => !held.has(it));
        };
        for (const cut of [...cuts, 4, 4, 4]) {
          const next = (await missing()).slice(0, 4);
          if (next.length === 0) break;
          const signed = await sign(...next);
          expect(signed.status).toBe(200);
          await send(...signed.body.data.parts.slice(0, cut));
        }
        expect(await missing()).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
