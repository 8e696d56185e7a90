// npm test [-- arguments of vitest]: the test suite, once, in this process. Like every test run, it
// builds the program first (test/built-program.ts).
import { ROOT } from './lib.mjs';

process.argv.splice(2, 0, 'run');
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
