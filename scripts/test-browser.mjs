// npm run test:browser [-- arguments of vitest]: the pages, in the Chromium at CHROMIUM_PATH or at
// Debian's path. Without one the tests are skipped; with CI=true that is a failure.
// SCREENSHOTS=<folder> stores a picture of every page.
import { existsSync } from 'node:fs';
import { ROOT } from './lib.mjs';

const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (existsSync(browser)) {
  process.argv.splice(2, 0, 'run', '--config', 'test/browser/vitest.config.ts');
  await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
} else {
  console.log(`left out: there is no browser at ${browser}; CHROMIUM_PATH names another place`);
  if (process.env.CI === 'true') process.exitCode = 1;
}
