import { defineConfig } from 'vitest/config';
import { builtProgram } from './test/built-program.js';
import { LongFirst } from './test/long-first.js';
import { temporaryFolder } from './test/temporary-folder.js';

/**
 * Tests that need a process of their own, without a database: they change their process, or collect
 * the garbage of its heap, which takes half a second if other files have filled it.
 */
const ALONE = [
  'test/archives/crashed-decoder.test.ts',
  'test/archives/stalled-decoder.test.ts',
  'test/platform/http/content-coding.test.ts',
  'test/platform/storage/s3-put.test.ts',
];

// The processes of the tests inherit it.
process.env['TMPDIR'] = temporaryFolder();
/**
 * Files that only `npm run test:long` runs (`LONG_TESTS=1`). All others run in both, and select
 * their cases with test/rounds.ts.
 */
const LONG = ['test/**/*.long.test.ts'];

export default defineConfig({
  plugins: [builtProgram()],
  // Node loads the CommonJS build of graphql for every library; a second copy would have other
  // types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // Files share processes: loading the service would take nine tenths of a short file's time. Three
    // fill two processors, because a process often waits for PostgreSQL.
    isolate: false,
    maxWorkers: 3,
    // Short-lived objects of a test then die before the collector copies them.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFirst },
    // Only ends a test that hangs: a busy machine takes several times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...(process.env['LONG_TESTS'] === '1' ? [] : LONG)],
          globalSetup: ['test/global-setup.ts'],
        },
      },
    ],
  },
});
