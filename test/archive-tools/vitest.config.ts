import { defineConfig } from 'vitest/config';
import { threadPrograms } from '../thread-programs.js';

/** Archives as the tools of other people write them: `npm run test:archives`. */
export default defineConfig({
  plugins: [threadPrograms()],
  test: {
    name: 'archive tools',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/archive-tools/*.tools.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    // The first program of a language is compiled first.
    testTimeout: 300_000,
  },
});
