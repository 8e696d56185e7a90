import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';
import { changelogProblems } from './compatible/changelog.js';
import { breaksSinceRelease, correctionsOfRelease } from './compatible/released.js';
import { lineOf } from './compatible/rules.js';

// Prints the changes that clients of the released API would notice, and the faults of the
// changelog; part of `npm run check`.

for (const { pointer, date, reason } of correctionsOfRelease()) {
  console.log(`corrected on ${date}: ${pointer}: ${reason}`);
}
const changelog = readFileSync(join(projectRoot(), 'CHANGELOG.md'), 'utf8');
const problems = [...breaksSinceRelease(new Date()).map(lineOf), ...changelogProblems(changelog)];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
