import { projectRoot } from '../src/platform/release.js';
import { proseLinter } from './prose/lint.js';
import { failureOf, lineOf } from './prose/report.js';
import { filesOf, findingsOf, selected } from './prose/tree.js';
import { readWordList } from './prose/words.js';

// Finds prose that is hard to read; part of `npm run check`.
// - `prose.js` fails if any file has a finding.
// - `prose.js <paths>` lists all findings of files and folders. It fails only for a path without
//   files that the gate reads.

const root = projectRoot();
const lint = proseLinter(readWordList());
const args = process.argv.slice(2);

if (args.length > 0) list();
else check();

function check(): void {
  const failure = failureOf(findingsOf(root, filesOf(root), lint));
  if (failure === null) return;
  console.log(failure);
  process.exitCode = 1;
}

function list(): void {
  const files = filesOf(root);
  for (const arg of args) {
    if (selected(files, [arg]).length > 0) continue;
    console.error(`${arg}: the prose gate reads no such file`);
    process.exitCode = 1;
  }
  for (const finding of findingsOf(root, selected(files, args), lint)) console.log(lineOf(finding));
}
