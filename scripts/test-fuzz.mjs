// npm run test:fuzz [-- arguments of vitest]: 20,000 hostile requests to every public interface of
// a running service. `npm test` sends 200 of them. FUZZ_SEED and FUZZ_REQUESTS choose others.
import { ROOT } from './lib.mjs';

process.env.FUZZ_REQUESTS ??= '20000';
process.argv.splice(2, 0, 'run', 'test/fuzz');
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
