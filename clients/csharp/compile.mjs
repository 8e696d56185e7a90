// Compiles C# with Mono's compiler against the reference assemblies of .NET Framework 4.7.2.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

export const JSON_DLL = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';
export const NUNIT_DLL = '/usr/lib/cli/nunit.framework-2.6.3/nunit.framework.dll';

/** Compiles files to a program or a library. Throws with the output of the compiler, also for a warning. */
export function compile({ out, files, references, kind = 'exe', more = [] }) {
  const args = [
    '-sdk:4.7.2-api',
    '-langversion:7',
    '-warn:4',
    '-warnaserror',
    `-target:${kind}`,
    `-out:${out}`,
  ];
  const used = [...references, 'System.Net.Http.dll'].map((file) => `-r:${file}`);
  const { status, stdout, stderr, error } = spawnSync(
    'mcs',
    [...args, ...used, ...more, ...files],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`mcs failed for ${out}\n${stdout}${stderr}${error ?? ''}`);
}

/** Compiles the library with its documentation into a folder. */
export function compileClient(folder) {
  const source = join(HERE, 'src');
  const files = readdirSync(source, { recursive: true })
    .filter((name) => name.endsWith('.cs'))
    .sort()
    .map((name) => join(source, name));
  const more = [`-doc:${join(folder, 'Modport.Client.xml')}`];
  compile({
    out: join(folder, 'Modport.Client.dll'),
    files,
    references: [JSON_DLL],
    kind: 'library',
    more,
  });
}
