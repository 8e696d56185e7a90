// npm run test:long [-- arguments of vitest]: the test files with parts that take long, completely.
// `npm test` runs a few cases and rounds of each of their promises. Files follow from their imports
// of test/rounds.ts.
import { ROOT } from './lib.mjs';
import { longTestFiles } from './long-tests.mjs';

process.env.LONG_TESTS = '1';
process.argv.splice(2, 0, 'run', ...longTestFiles());
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
