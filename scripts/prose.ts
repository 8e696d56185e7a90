import { projectRoot } from '../src/platform/project-root.js';
import {
  baselinePath,
  countsOf,
  lowered,
  readBaseline,
  total,
  writeBaseline,
} from './prose/baseline.js';
import { proseLinter } from './prose/lint.js';
import { failureOf, lineOf, remainder } from './prose/report.js';
import { filesOf, findingsOf, selected } from './prose/tree.js';
import { readWordList } from './prose/words.js';

// Finds prose that is hard to read; part of `npm run check`.
// - `prose.js` fails if a file has more findings than the baseline allows.
// - `prose.js --write` lowers the baseline. If the file is missing, it records one.
// - `prose.js <paths>` lists all findings of files and folders.

const root = projectRoot();
const path = baselinePath(root);
const lint = proseLinter(readWordList());
const args = process.argv.slice(2);

if (args.includes('--write')) write();
else if (args.length > 0) list();
else check();

function check(): void {
  const findings = findingsOf(root, filesOf(root), lint);
  const counts = countsOf(findings);
  const baseline = readBaseline(path) ?? {};
  const failure = failureOf(baseline, counts, findings);
  console.log(failure ?? remainder(baseline, counts));
  if (failure !== null) process.exitCode = 1;
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

function write(): void {
  const counts = countsOf(findingsOf(root, filesOf(root), lint));
  const written = lowered(readBaseline(path), counts);
  writeBaseline(path, written);
  console.log(`the baseline allows ${total(written)} findings`);
}
