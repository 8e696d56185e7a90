import { defineConfig } from 'vitest/config';

// Tests import the TypeScript client from its sources, as the bundle does.
const conditions = ['modport-source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    // The tests share a service and its fault proxy.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
