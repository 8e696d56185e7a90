// npm run test:services [-- arguments of vitest]: the tests that need an outside system, on those
// that the environment names. What it leaves out, it says.
import { codegen } from './codegen.mjs';
import { ROOT, reportFailure } from './lib.mjs';

const SERVICES = [
  {
    variable: 'REDIS_URL',
    part: 'rate limits in Redis',
    tests: ['test/platform/rate-limit/redis.test.ts', 'test/service/shared-limits.test.ts'],
  },
];

const isSet = ({ variable }) => Boolean(process.env[variable]);
for (const service of SERVICES) {
  const { part, variable } = service;
  console.log(isSet(service) ? `testing ${part}` : `left out: ${part}, ${variable} is not set`);
}
const tests = SERVICES.filter(isSet).flatMap((service) => service.tests);
if (tests.length > 0) {
  await reportFailure(codegen);
  process.argv.splice(2, 0, 'run', ...tests);
  await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
}
