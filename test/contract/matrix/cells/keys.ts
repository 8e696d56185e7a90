import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Json } from '../../../actors.js';
import { always, type Cell, isKeyed, isWrite, refusing } from '../cell.js';
import type { Operation } from '../operations.js';
import type { WireAnswer } from '../wire.js';

/** Keys of the wrong characters or of the wrong length. */
const MALFORMED = ['', 'two words', 'k'.repeat(256), 'schl\u00fcssel', 'a\tb'];

/** The refusal of a replay whose response held a secret. */
const UNAVAILABLE = '409 idempotency_replay_unavailable';

/** The effect of an Idempotency-Key. */
export const keyCells: readonly Cell[] = [
  {
    name: 'ignores an Idempotency-Key',
    isSampled: always,
    applies: (operation) => isWrite(operation) && !isKeyed(operation),
    async check({ light, done }) {
      const sample = await light();
      for (const key of ['two words', 'one', 'one']) await done(sample, { key });
    },
  },
  {
    name: 'requires an Idempotency-Key',
    applies: ({ route }) => route.idempotency === 'required',
    check: refusing(async ({ spare, refused }) => {
      await refused(await spare(), { key: null }, '400 idempotency_key_required');
    }),
  },
  {
    name: 'rejects a malformed Idempotency-Key',
    isSampled: always,
    applies: isKeyed,
    check: refusing(async ({ spare, refused }) => {
      for (const key of MALFORMED) {
        const { body } = await refused(await spare(), { key }, '400 invalid_input');
        expect(body.fields).toEqual([{ field: 'Idempotency-Key', code: 'invalid_format' }]);
      }
    }),
  },
  {
    name: 'replays the response of a repeated key without a second effect, in both namespaces',
    applies: isKeyed,
    async check({ operation, stage, keyed, done, refused }) {
      const { sample, key, answer: first } = await keyed();
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
    name: 'rejects the key of another request',
    isSampled: always,
    applies: isKeyed,
    async check({ spare, keyed, refused, unchanged }) {
      const [other, { key }] = [await spare(), await keyed()];
      await unchanged(async () => {
        await refused(other, { key }, '409 idempotency_conflict');
      });
    },
  },
  {
    name: 'returns 409 with Retry-After for a request that still runs',
    isSampled: always,
    applies: isKeyed,
    async check({ operation, stage, keyed, refused, unchanged }) {
      const { db, clock } = stage.world.platform;
      const { sample, key } = await keyed();
      const where = { operation: operation.operationId, key };
      // The state of the row from the first request until its effect.
      const leaseUntil = new Date(clock.now().getTime() + 60_000);
      const data = { state: 'running', leaseUntil } as const;
      const { state } = await db.idempotencyRecord.findFirstOrThrow({ where });
      await db.idempotencyRecord.updateMany({ where, data });
      await unchanged(async () => {
        const { body } = await refused(sample, { key }, '409 idempotency_in_progress');
        expect(body.retry_after_seconds).toBe(1);
      });
      await db.idempotencyRecord.updateMany({ where, data: { state } });
    },
  },
  {
    name: 'leaves the key of a rejected request free',
    isSampled: always,
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
