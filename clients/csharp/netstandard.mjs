// node clients/csharp/netstandard.mjs <folder> <Newtonsoft.Json.dll>: compiles the library against the
// reference assemblies of netstandard2.0 in the folder, and writes the members that it uses into
// tests/netstandard2.0-members.txt. The folder is build/netstandard2.0/ref of the package
// NETStandard.Library 2.0.3; the other file is lib/netstandard1.0 of Newtonsoft.Json 9.0.1.
// The suite compares with that list, because machines with Mono alone have no such references.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileForNetstandard } from './compile.mjs';

const LIST = fileURLToPath(new URL('tests/netstandard2.0-members.txt', import.meta.url));

/**
 * The members of the platform that a library uses, as `Type.member signature`. The type and the
 * member are without type arguments; the signature keeps them.
 */
function membersOf(library) {
  const { stdout, status } = spawnSync('monodis', ['--memberref', library], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`monodis ended with ${status}`);
  const found = [...stdout.matchAll(/Resolved: (.*)\n\tSignature: (.*)/g)].map(
    ([, member, signature]) => `${withoutArguments(bare(member))} ${bare(signature).trim()}`,
  );
  return [...new Set(found.filter((line) => line.startsWith('System.')))].sort();
}

/** Without the names of assemblies, and without the kind of a type at the beginning. */
function bare(text) {
  return text.replace(/\[[A-Za-z.]+\]/g, '').replace(/^(?:class|valuetype) /, '');
}

/** `List`1<string>.Add` is a member of `List`1`. */
function withoutArguments(text) {
  let depth = 0;
  return [...text]
    .filter((sign) => {
      if (sign === '<') depth += 1;
      if (sign === '>') depth -= 1;
      return depth === 0 && sign !== '>';
    })
    .join('');
}

const [folder, json] = process.argv.slice(2);
const out = mkdtempSync(join(tmpdir(), 'modport-netstandard-'));
try {
  const library = join(out, 'Modport.Client.dll');
  const references = readdirSync(folder)
    .filter((name) => name.endsWith('.dll'))
    .map((name) => join(folder, name));
  compileForNetstandard(library, [...references, json]);
  const digest = createHash('sha256').update(readFileSync(join(folder, 'netstandard.dll')));
  const head = `# Written by netstandard.mjs with a netstandard.dll of the SHA-256 ${digest.digest('hex')}.\n`;
  writeFileSync(LIST, `${head}${membersOf(library).join('\n')}\n`);
} finally {
  rmSync(out, { recursive: true, force: true });
}
