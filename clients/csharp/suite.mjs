// Compiles the C# client and runs its tests on Mono. With CSHARP_TESTS, it runs only the fixture or
// test of that full name, such as Modport.Tests.DownloadTests.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, compileClient, JSON_DLL, NUNIT_DLL } from './compile.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The reason why the suite cannot run, or null. */
export function missing() {
  for (const program of ['mcs', 'mono', 'monodis', 'nunit-console', 'prlimit']) {
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed`;
  }
  const lost = [JSON_DLL, NUNIT_DLL].find((file) => !existsSync(file));
  return lost ? `${lost} is not installed` : null;
}

/** Runs all tests against a running service; returns the counts. */
export async function run(facts, env) {
  const folder = mkdtempSync(join(tmpdir(), 'modport-csharp-'));
  try {
    build(folder);
    return report(test(folder, facts, env));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The library, the programs that tests start, and the tests. */
function build(folder) {
  compileClient(folder);
  for (const file of [JSON_DLL, NUNIT_DLL]) cpSync(file, join(folder, file.split('/').pop()));
  const library = join(folder, 'Modport.Client.dll');
  const references = [library, JSON_DLL];
  compile({
    out: join(folder, 'Install.exe'),
    files: [join(HERE, 'examples/Install.cs')],
    references,
  });
  writeFileSync(
    join(folder, 'Readme.cs'),
    exampleOf(readFileSync(join(HERE, 'README.md'), 'utf8')),
  );
  compile({ out: join(folder, 'Readme.exe'), files: [join(folder, 'Readme.cs')], references });
  compile({
    out: join(folder, 'Worker.exe'),
    files: [join(HERE, 'tests/worker/Worker.cs')],
    references,
  });
  const tests = readdirSync(join(HERE, 'tests')).filter((name) => name.endsWith('.cs'));
  compile({
    out: join(folder, 'Tests.dll'),
    files: tests.map((name) => join(HERE, 'tests', name)),
    references: [
      ...references,
      NUNIT_DLL,
      'System.IO.Compression.dll',
      'System.Xml.Linq.dll',
      'System.Xml.dll',
    ],
    kind: 'library',
    // A class derived from an HTTP handler makes mcs warn about the version of System.Net.Http,
    // although it is the right one.
    more: ['-nowarn:1702'],
  });
}

/** The first C# example of a README. */
function exampleOf(text) {
  return /```csharp\n(.*?)```/s.exec(text)[1];
}

function test(folder, facts, env) {
  const only = env.CSHARP_TESTS ? [`-run:${env.CSHARP_TESTS}`] : [];
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const result = join(folder, 'result.xml');
  const args = ['Tests.dll', '-nologo', '-nodots', `-xml:${result}`, ...only];
  const { stdout, stderr, status } = spawnSync('nunit-console', args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...env,
      TMPDIR: scratch,
      MODPORT_TEST_FACTS: JSON.stringify(facts),
      MODPORT_TEST_PROGRAMS: folder,
      MODPORT_TEST_PROJECT: HERE,
      MODPORT_TEST_VECTORS: join(HERE, '../vectors'),
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!existsSync(result))
    throw new Error(`nunit-console ended with ${status}\n${stdout}${stderr}`);
  return { output: `${stdout}${stderr}`, xml: readFileSync(result, 'utf8') };
}

function report({ output, xml }) {
  const cases = [...xml.matchAll(/<test-case name="([^"]*)"[^>]*\bresult="([^"]*)"/g)];
  const failed = cases.filter(([, , result]) => result !== 'Success');
  if (failed.length > 0 || cases.length === 0) console.error(output);
  return { passed: cases.length - failed.length, failed: failed.length };
}
