// npm run examples: sends the examples of the API to a service, writes down what it answers, and
// brings the OpenAPI document up to date with it.
import { codegen } from './codegen.mjs';
import { reportFailure, runBin } from './lib.mjs';

await reportFailure(async () => {
  await codegen();
  runBin('vitest/vitest.mjs', [
    'run',
    'test/contract/examples/examples.test.ts',
    '--update',
    // What compares with the document would still see the old one.
    '--testNamePattern',
    'are what the service answers',
  ]);
});
process.argv.push('--write');
await import('./check.mjs');
