// npm test [-- arguments of vitest]: the test suite, once, in this process.
import { codegen } from './codegen.mjs';
import { ROOT, reportFailure } from './lib.mjs';

await reportFailure(codegen);
process.argv.splice(2, 0, 'run');
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
