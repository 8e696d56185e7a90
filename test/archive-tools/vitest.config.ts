import { defineConfig } from 'vitest/config';
import { threadPrograms } from '../thread-programs.js';

/** Tests archives of third-party packers: `npm run test:archives`. */
export default defineConfig({
  plugins: [threadPrograms()],
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
