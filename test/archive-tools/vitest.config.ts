import { defineConfig } from 'vitest/config';
import { builtProgram } from '../built-program.js';

/** Tests archives of third-party packers: `npm run test:archives`. */
export default defineConfig({
  plugins: [builtProgram()],
  test: {
    name: 'archive tools',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/archive-tools/*.tools.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // The first run of a language compiles its program.
    testTimeout: 300_000,
  },
});
