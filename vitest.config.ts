import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.js';
import { threadPrograms } from './test/thread-programs.js';

/** What changes the process that it runs in, and so needs one of its own; without a database. */
const ALONE = ['test/modules/uploads/inspection/crashed-decoder.test.ts'];

/** What compares the registries and the routes with the contract: facts alone, no database. */
const FACTS = ['test/contract/*.test.ts', 'test/registry/*.test.ts'];

export default defineConfig({
  plugins: [threadPrograms()],
  // Node loads the CommonJS build of graphql for every library; a second copy would not know its types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // Files share two processes: nine tenths of a short file would be the loading of the service.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // No promise, but the end of what hangs: a busy machine takes several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
      { extends: true, test: { name: 'facts', include: FACTS } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...FACTS],
          globalSetup: ['test/global-setup.ts'],
        },
      },
    ],
  },
});
