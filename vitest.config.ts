import { defineConfig } from 'vitest/config';

/** What compares the registries and the routes with the contract: facts alone, no database. */
const FACTS = ['test/contract/*.test.ts', 'test/registry/*.test.ts'];

export default defineConfig({
  // Node loads the CommonJS build of graphql for every library; a second copy would not know its types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'facts', include: FACTS } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: FACTS,
          globalSetup: ['test/global-setup.ts'],
        },
      },
    ],
  },
});
