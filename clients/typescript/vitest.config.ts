import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The sources of this package, without a build.
  resolve: { conditions: ['modport-source'] },
  ssr: { resolve: { conditions: ['modport-source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    // All test files share the fault list of one proxy.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
