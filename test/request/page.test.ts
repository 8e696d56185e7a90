import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { type PagedList, readPage } from '../../src/request/page.js';

describe('the limit of a page', () => {
  // A first page without a next page uses only the clock of the platform.
  const platform = { clock: { now: () => new Date(0) } } as Platform;
  const ctx = createSystemContext(platform, 'test');
  const empty: PagedList<never> = {
    context: { resource: 'test', sort: 'none', filters: {} },
    read: async () => [],
    keysOf: () => [],
  };

  it('a page limit accepts every integer from 1 to 100 and no other, and defaults to 25', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.integer({ min: -5, max: 105 }), fc.integer()), async (limit) => {
        const outcome = await readPage(ctx, { limit }, empty).then(
          ({ pagination }) => pagination.limit,
          (error) => error.extensions.fields,
        );
        const code = limit < 1 ? 'too_small' : 'too_large';
        expect(outcome).toEqual(limit >= 1 && limit <= 100 ? limit : [{ field: 'limit', code }]);
      }),
    );
    expect((await readPage(ctx, {}, empty)).pagination.limit).toBe(25);
  });
});
