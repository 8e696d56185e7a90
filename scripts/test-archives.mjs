// npm run test:archives [-- arguments of vitest]: tests archives from third-party tools. All tools
// must be installed: .ci/archive-tools.sh names the packages. PYTHON names a Python with py7zr.
import { ROOT } from './lib.mjs';

process.argv.splice(2, 0, 'run', '--config', 'test/archive-tools/vitest.config.ts');
await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
