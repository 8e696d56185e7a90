import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';
import { breaksSinceRelease, CORRECTIONS, CURRENT, RELEASED } from './compatible/released.js';
import { lineOf } from './compatible/rules.js';

// npm run release:api: from now on, clients rely on the current API document. Refuses a document
// that breaks the last release.

const from = join(projectRoot(), CURRENT);
const to = join(projectRoot(), RELEASED);
const breaks = breaksSinceRelease(new Date()).map(lineOf);
if (breaks.length > 0) {
  console.error([...breaks, `${RELEASED} was left as it is`].join('\n'));
  process.exitCode = 1;
} else {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  writeFileSync(join(projectRoot(), CORRECTIONS), '[]\n');
  console.log(`${RELEASED} is what clients may rely on now`);
}
