// npm test [-- arguments of vitest]: the test suite, once, in this process.
import { buildDashboard } from './build-dashboard.mjs';
import { codegen } from './codegen.mjs';
import { ROOT, reportFailure } from './lib.mjs';

await reportFailure(codegen);
await reportFailure(buildDashboard);
process.argv.splice(2, 0, 'run');
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
