// npm run examples: sends the examples of the API to a service that the test starts, records the
// responses, and updates all generated files, such as the OpenAPI document.
import { reportFailure, runBin } from './lib.mjs';

await reportFailure(() => {
  runBin('vitest/vitest.mjs', [
    'run',
    'test/contract/examples/examples.test.ts',
    '--update',
    // Excludes the tests that compare with the document, which is not updated yet.
    '--testNamePattern',
    'match the recorded responses',
  ]);
});
process.argv.push('--write');
await import('./check.mjs');
