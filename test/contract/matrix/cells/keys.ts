import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Json } from '../../../actors.js';
import { type Cell, isWrite, refusing } from '../cell.js';
import type { Operation } from '../operations.js';
import type { WireAnswer } from '../wire.js';

const isKeyed = ({ route }: Operation) => route.idempotency !== 'none';

/** Keys of the wrong characters or of the wrong length. */
const MALFORMED = ['', 'two words', 'k'.repeat(256), 'schl\u00fcssel', 'a\tb'];

/** The refusal of a replay whose response held a secret. */
const UNAVAILABLE = '409 idempotency_replay_unavailable';

/** The effect of an Idempotency-Key. */
export const keyCells: readonly Cell[] = [
  {
    name: 'takes no notice of a key',
    applies: (operation) => isWrite(operation) && !isKeyed(operation),
    async check({ light, done }) {
      const sample = await light();
      for (const key of ['two words', 'one', 'one']) await done(sample, { key });
    },
  },
  {
    name: 'needs a key',
    applies: ({ route }) => route.idempotency === 'required',
    check: refusing(async ({ spare, refused }) => {
      await refused(await spare(), { key: null }, '400 idempotency_key_required');
    }),
  },
  {
    name: 'refuses a malformed key',
    applies: isKeyed,
    check: refusing(async ({ spare, refused }) => {
      for (const key of MALFORMED) {
        const { body } = await refused(await spare(), { key }, '400 invalid_input');
        expect(body.fields).toEqual([{ field: 'Idempotency-Key', code: 'invalid_format' }]);
      }
    }),
  },
  {
    name: 'answers a repeated key as the first time and does nothing again, in either namespace',
    applies: isKeyed,
    async check({ operation, stage, fresh, done, refused }) {
      const sample = await fresh();
      const key = randomUUID();
      const first = await done(sample, { key });
      const readEffects = renews(operation) ? stage.ledger.counts : stage.ledger.read;
      const before = await readEffects();
      for (const namespace of ['/v1', '/api/v1'] as const) {
        if (operation.route.replay === 'unavailable') {
          const { body } = await refused(sample, { key, namespace }, UNAVAILABLE);
          // The URL of the request can contain the id.
          expect(JSON.stringify({ ...body, instance: null })).not.toContain(first.body.data.id);
          continue;
        }
        const again = await done(sample, { key, namespace });
        expect(kept(operation, again)).toEqual(kept(operation, first));
      }
      expect(await readEffects()).toEqual(before);
    },
  },
  {
    name: 'refuses a key that was used for another request',
    applies: isKeyed,
    async check({ light, done, refused, unchanged }) {
      const key = randomUUID();
      await done(await light(), { key });
      const other = await light();
      await unchanged(async () => {
        await refused(other, { key }, '409 idempotency_conflict');
      });
      await done(other);
    },
  },
  {
    name: 'answers a repeat of a request that still runs with 409 and when to ask again',
    applies: isKeyed,
    async check({ operation, stage, light, done, refused, unchanged }) {
      const { db, clock } = stage.world.platform;
      const [key, sample] = [randomUUID(), await light()];
      await done(sample, { key });
      // The state of the row from the first request until its effect.
      const leaseUntil = new Date(clock.now().getTime() + 60_000);
      await db.idempotencyRecord.updateMany({
        where: { operation: operation.operationId, key },
        data: { state: 'running', leaseUntil },
      });
      await unchanged(async () => {
        const { body } = await refused(sample, { key }, '409 idempotency_in_progress');
        expect(body.retry_after_seconds).toBe(1);
      });
    },
  },
  {
    name: 'leaves a key free that a refused request brought',
    applies: (operation) => isKeyed(operation) && isWrite(operation),
    async check({ light, done, refused, unchanged }) {
      const [key, sample] = [randomUUID(), await light()];
      const body = Buffer.from(JSON.stringify({ ...sample.body, not_a_member: 1 }));
      const headers = { 'Content-Type': 'application/json' };
      await unchanged(async () => {
        await refused(sample, { key, body, headers }, '400 invalid_input');
      });
      await done(sample, { key });
    },
  },
];

/** Whether a replay builds a new response, because signatures expire or the state changes. */
function renews({ route: { replay } }: Operation): boolean {
  return typeof replay === 'object' && (!('how' in replay) || replay.how === 'afresh');
}

/** The part of a response that a replay repeats: all of it, or the ids if the response is new. */
function kept(operation: Operation, { status, headers, body }: WireAnswer) {
  const { etag, location } = headers;
  return renews(operation) ? idsIn(body) : { status, etag, location, body };
}

/** Every id in a response, with its member name. */
function idsIn(value: Json, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, name));
  if (typeof value === 'string') return /(?:^|_)id$|Id$/.test(name) ? [`${name} ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => idsIn(member, key));
}
