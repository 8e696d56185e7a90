// npm run test:browser [-- arguments of vitest]: the pages, in the Chromium at CHROMIUM_PATH or at
// Debian's paths. Without one the tests are skipped; with CI=true that is a failure.
// SCREENSHOTS=<folder> stores a picture of every page.
import { findBrowser, missingBrowser } from './browser.mjs';
import { ROOT } from './lib.mjs';

const browser = findBrowser();
if (browser) {
  process.env.CHROMIUM_PATH = browser;
  process.argv.splice(2, 0, 'run', '--config', 'test/browser/vitest.config.ts');
  await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
} else {
  console.log(`left out: ${missingBrowser()}`);
  if (process.env.CI === 'true') process.exitCode = 1;
}
