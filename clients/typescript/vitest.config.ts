import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The sources of this package, without a build.
  resolve: { conditions: ['modport-source'] },
  ssr: { resolve: { conditions: ['modport-source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    // The faults of the proxy are one list for all.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
