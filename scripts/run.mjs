// node scripts/run.mjs <source.ts> [arguments]: runs a program of the project, built if needed, in
// this process, so that it has signals, stdin and the exit code of this process.
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, buildPrograms } from './build.mjs';
import { Failed, ROOT, reportFailure } from './lib.mjs';

const [source = '', ...args] = process.argv.slice(2);
await reportFailure(async () => {
  if (!source.endsWith('.ts')) throw new Failed('usage: node scripts/run.mjs <source.ts> …');
  // A file of src/launch loads the bundled program of operators, so the bundle must exist. Programs
  // of developers run from the built files.
  await (source.startsWith('src/launch/') ? buildPrograms() : buildIfNeeded());
});
const program = `${ROOT}/dist/${source.replace(/\.ts$/, '.js')}`;
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);
