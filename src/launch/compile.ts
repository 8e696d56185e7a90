// Checks bundled programs, and stores the code that V8 compiled:
// node dist/src/launch/compile.js <folder>
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledName, createLoader, type Program } from './load-program.js';

const [folder = ''] = process.argv.slice(2);
const loader = createLoader(folder);
for (const name of ['migrate', 'admin', 'service']) {
  const program = loader.load(`${name}.cjs`) as Program;
  await program.checkProgram?.();
}
for (const [name, file] of loader.files) {
  writeFileSync(join(folder, compiledName(name)), file.compiled());
}
