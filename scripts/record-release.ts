import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';
import {
  currentMigrations,
  migrationProblems,
  RELEASED_MIGRATIONS,
  releasedMigrations,
} from './compatible/migrations.js';
import { breaksSinceRelease, CORRECTIONS, CURRENT, RELEASED } from './compatible/released.js';
import { lineOf } from './compatible/rules.js';

// npm run release:record: records the current API document and migrations as those of the last
// release, on which clients and databases then rely, and empties the list of corrections. Fails
// without a change if they do not fit the release before.

const from = join(projectRoot(), CURRENT);
const to = join(projectRoot(), RELEASED);
const migrations = await currentMigrations();
const problems = [
  ...breaksSinceRelease(new Date()).map(lineOf),
  ...migrationProblems(releasedMigrations(), migrations),
];
if (problems.length > 0) {
  console.error([...problems, 'nothing was recorded'].join('\n'));
  process.exitCode = 1;
} else {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  writeFileSync(join(projectRoot(), CORRECTIONS), '[]\n');
  writeFileSync(
    join(projectRoot(), RELEASED_MIGRATIONS),
    `${JSON.stringify(migrations, null, 2)}\n`,
  );
  console.log(`${RELEASED} and ${RELEASED_MIGRATIONS} describe the last release now`);
}
