import { expect } from 'vitest';
import { type Cell, refusing } from '../cell.js';
import type { Operation } from '../operations.js';

const isConditional = ({ route }: Operation) => route.precondition === 'required';

/** The effect of If-Match: a write applies to the state that its author saw, or not at all. */
export const preconditionCells: readonly Cell[] = [
  {
    name: 'requires If-Match',
    applies: isConditional,
    check: refusing(async ({ spare, refused }) => {
      const headers = { 'If-Match': null };
      await refused(await spare(), { headers }, '428 precondition_required');
    }),
  },
  {
    name: 'accepts only one strong tag in If-Match',
    applies: isConditional,
    check: refusing(async ({ spare, refused }) => {
      const sample = await spare();
      const current = sample.ifMatch ?? '';
      const bare = current.slice(1, -1);
      const lists = [`${current}, ${current}`, `"other", ${current}`, `${current},`];
      const others = [`W/${current}`, `w/${current}`, '*', bare, `"${bare}`, `'${bare}'`, '', ' '];
      for (const tag of [...lists, ...others, `${current}x`, '"']) {
        await refused(sample, { headers: { 'If-Match': tag } }, '412 precondition_failed');
      }
    }),
  },
  {
    name: 'returns the current ETag for a stale If-Match, and accepts it',
    applies: isConditional,
    async check({ fresh, done, refused, unchanged }) {
      const sample = await fresh();
      const foreign = `"${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.1"`;
      await unchanged(async () => {
        for (const tag of ['"x"', '""', foreign, `${sample.ifMatch?.slice(0, -1)}0"`]) {
          const headers = { 'If-Match': tag };
          const answer = await refused(sample, { headers }, '412 precondition_failed');
          expect(answer.headers.etag).toBe(sample.ifMatch);
        }
      });
      const first = await done(sample);
      const late = await refused(sample, {}, '412 precondition_failed');
      expect(late.headers.etag).toBe(first.headers.etag);
      await done({ ...sample, ifMatch: late.headers.etag ?? '' });
    },
  },
];
