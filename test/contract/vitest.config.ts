import { defineConfig } from 'vitest/config';
import common from '../../vitest.config.js';
import { builtProgram } from '../built-program.js';

/** The gate `contract`: compares the registries and the routes with the contract; no database. */
export default defineConfig({
  plugins: [builtProgram()],
  ...(common.resolve ? { resolve: common.resolve } : {}),
  test: {
    name: 'contract',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/contract/*.test.ts', 'test/registry/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
  },
});
