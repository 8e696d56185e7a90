// npm run test:fuzz [-- arguments of vitest]: 20,000 hostile requests to every public interface of
// a running service. `npm test` sends only 200. FUZZ_SEED sets another seed, and FUZZ_REQUESTS
// another number.
import { ROOT } from './lib.mjs';

process.env.FUZZ_REQUESTS ??= '20000';
process.argv.splice(2, 0, 'run', 'test/fuzz');
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
