import { defineConfig } from 'vitest/config';
import common from '../../vitest.config.js';
import { builtProgram } from '../built-program.js';
import { LongFirst } from '../long-first.js';

/** The browser tests: `npm run test:browser`. */
export default defineConfig({
  plugins: [builtProgram()],
  ...(common.resolve ? { resolve: common.resolve } : {}),
  test: {
    name: 'browser',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/browser/**/*.browser.ts'],
    setupFiles: ['test/setup.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // Files share processes, which load the service once.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // Two browsers fill two processors: each waits for the service, and the service for PostgreSQL.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Only ends a test that hangs: a click in a browser of a busy machine can take a second.
    expect: { poll: { timeout: 20_000 } },
  },
});
