import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/platform/project-root.js';
import { breaksSinceRelease, CURRENT, RELEASED } from './compatible/released.js';
import { lineOf } from './compatible/rules.js';

// npm run release:api: from now on, clients rely on the API document as it is. Refused where it
// breaks what they relied on before; `-- --accept-breaks` is for a document that was wrong about
// what the service did.

const { values } = parseArgs({ options: { 'accept-breaks': { type: 'boolean' } } });
const [from, to] = [join(projectRoot(), CURRENT), join(projectRoot(), RELEASED)];
const breaks = breaksSinceRelease(new Date()).map(lineOf);
if (breaks.length > 0) console.error(breaks.join('\n'));
if (breaks.length > 0 && !values['accept-breaks']) {
  console.error(`${RELEASED} was left as it is`);
  process.exitCode = 1;
} else {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  console.log(`${RELEASED} is what clients may rely on now`);
}
