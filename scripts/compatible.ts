import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';
import { changelogProblems } from './compatible/changelog.js';
import { correctionLines } from './compatible/corrections.js';
import {
  currentMigrations,
  migrationProblems,
  releasedMigrations,
} from './compatible/migrations.js';
import { breaksSinceRelease, correctionsOfRelease } from './compatible/released.js';
import { lineOf } from './compatible/rules.js';

// Prints the changes that clients of the released API would notice, and the faults of the
// migrations and the changelog; part of `npm run check`. Also prints the number of corrections: the
// places where the released document was wrong about the service. `--verbose` and a failure list
// them.

const changelog = readFileSync(join(projectRoot(), 'CHANGELOG.md'), 'utf8');
const problems = [
  ...breaksSinceRelease(new Date()).map(lineOf),
  ...migrationProblems(releasedMigrations(), await currentMigrations()),
  ...changelogProblems(changelog),
];
const isListed = problems.length > 0 || process.argv.includes('--verbose');
for (const line of correctionLines(correctionsOfRelease(), isListed)) console.log(line);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
