// Compiles C# with Mono's compiler against the reference assemblies of .NET Framework 4.7.2.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

export const JSON_DLL = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';
export const NUNIT_DLL = '/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll';

/**
 * Compiles files to a program or a library. Throws with the output of the compiler, also for a
 * warning.
 */
export function compile({ out, files, references, kind = 'exe', more = [] }) {
  const used = [...references, 'System.Net.Http.dll'].map((file) => `-r:${file}`);
  runCompiler(out, ['-sdk:4.7.2-api', `-target:${kind}`, ...used, ...more, ...files]);
}

/**
 * Compiles the library against reference assemblies of another platform. Throws as `compile` does.
 */
export function compileForNetstandard(out, references) {
  const used = references.map((file) => `-r:${file}`);
  runCompiler(out, ['-nostdlib', '-noconfig', '-target:library', ...used, ...sources()]);
}

function runCompiler(out, args) {
  const strict = ['-langversion:7', '-warn:4', '-warnaserror', `-out:${out}`];
  const { status, stdout, stderr, error } = spawnSync('mcs', [...strict, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`mcs failed for ${out}\n${stdout}${stderr}${error ?? ''}`);
}

/** The sources of the library. */
function sources() {
  const source = join(HERE, 'src');
  return readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.cs'))
    .sort()
    .map((name) => join(source, name));
}

/** Compiles the library with its documentation into a folder. */
export function compileClient(folder) {
  const more = [`-doc:${join(folder, 'Modport.Client.xml')}`];
  compile({
    out: join(folder, 'Modport.Client.dll'),
    files: sources(),
    references: [JSON_DLL],
    kind: 'library',
    more,
  });
}
