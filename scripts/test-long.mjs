// npm run test:long [-- arguments of vitest]: the test files with parts that take long, completely.
// With the names of files, only these.
// `npm test` runs only a few cases and rounds of them, and no *.long.test.ts. long-tests.mjs finds
// the files.
import { ROOT } from './lib.mjs';
import { longArguments } from './long-arguments.mjs';

process.env.LONG_TESTS = '1';
process.argv.splice(2, Infinity, ...longArguments(process.argv.slice(2)));
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
