import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../actors.js';
import {
  alice,
  newSession,
  numbersOf,
  PARTS,
  send,
  usePartsInFlight,
  world,
} from './parts-in-flight.js';

usePartsInFlight();

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
