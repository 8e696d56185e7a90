import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { availableMemory, memorySettings } from '../../../src/platform/embedded/memory.js';

const GIB = 1024 ** 3;

test.each([
  { memoryBytes: 0, shared: '128MB', cached: '128MB' },
  { memoryBytes: GIB / 2, shared: '128MB', cached: '256MB' },
  { memoryBytes: 1.5 * GIB, shared: '192MB', cached: '768MB' },
  { memoryBytes: 8 * GIB, shared: '1024MB', cached: '4096MB' },
  { memoryBytes: 24 * GIB, shared: '3072MB', cached: '12288MB' },
  { memoryBytes: 1024 * GIB, shared: '8192MB', cached: '524288MB' },
])(
  'PostgreSQL shares $shared for buffers with $memoryBytes bytes of memory',
  ({ memoryBytes, shared, cached }) => {
    expect(memorySettings(memoryBytes)).toEqual({
      shared_buffers: shared,
      effective_cache_size: cached,
    });
  },
);

test('the available memory is at most that of the machine', () => {
  expect(availableMemory()).toBeGreaterThan(0);
  expect(availableMemory()).toBeLessThanOrEqual(totalmem());
});
