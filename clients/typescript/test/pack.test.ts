import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE } from './support/child.js';
import { temporaryFolder } from './support/folder.js';

const ROOT = dirname(dirname(PACKAGE));
const MODULES = join(ROOT, 'node_modules');

const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

function pack(source: string, into: string, ...more: string[]): Packed {
  const args = ['pack', source, '--json', '--pack-destination', into, ...more];
  const text = run('npm', args, PACKAGE);
  // Lifecycle scripts print before the JSON.
  const [packed] = JSON.parse(text.slice(text.search(/^\[/m))) as Packed[];
  if (packed === undefined) throw new Error('npm pack wrote nothing');
  return packed;
}

/** The options of the command in the README, which has to work in the repository. */
function optionsOfReadme(): string[] {
  const [, options = ''] =
    /`npm pack ?([^`]*)`/.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8')) ?? [];
  return options.split(' ').filter((one) => one !== '');
}

/** The names of a package's dependencies, and of theirs. */
async function dependenciesOf(home: string): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const names = Object.keys(dependencies);
  const nested = await Promise.all(names.map((name) => dependenciesOf(join(MODULES, name))));
  return [...new Set([...names, ...nested.flat()])];
}

const PROGRAM = `
import { createClient, download, items, plan, ProblemError, safeFilename, upload, verifyWebhook } from '@modport/client';
import { downloadBlob } from '@modport/client/browser';

const client = createClient({ baseUrl: 'http://127.0.0.1:9/v1' });
export async function check(): Promise<string | undefined> {
  const { body } = await client.get('/mods/{mod_id}', { params: { path: { mod_id: 'a' } } });
  for await (const mod of items(client, '/mods', { params: { query: { limit: 5 } } })) {
    const slug: string = mod.slug;
    console.log(slug);
  }
  const steps = await plan(client, { game_slug: 'g', mod_ids: ['a'] });
  const sha256: string | undefined = steps.items[0]?.file.sha256;
  const header = { 'If-Match': '"1"' };
  await client.patch('/mods/{mod_id}', {
    params: { path: { mod_id: 'a' }, header },
    body: { homepage_url: null },
  });
  // @ts-expect-error: a PATCH needs If-Match
  await client.patch('/mods/{mod_id}', { params: { path: { mod_id: 'a' } }, body: {} });
  // @ts-expect-error: the API has no such path
  await client.get('/nothing');
  // @ts-expect-error: a path needs its parameters
  await client.get('/mods/{mod_id}');
  return sha256 ?? body.data.title['en'];
}
console.log([download, upload, verifyWebhook, downloadBlob, ProblemError].every((one) => typeof one === 'function'));
console.log(safeFilename('../x.zip'));
`;

describe('npm pack', () => {
  it('the packed package installs offline, runs, and its types compile in strict mode', async () => {
    const folder = await temporaryFolder();
    const { filename, files } = pack('.', folder, ...optionsOfReadme());
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'dist/index.js',
        'dist/index.d.ts',
      ]),
    );
    expect(
      paths.filter((path) => !/^(dist|src)\/|^[A-Z]+(\.md)?$|^package\.json$/.test(path)),
    ).toEqual([]);
    const tarballs = [filename];
    for (const name of await dependenciesOf(PACKAGE)) {
      tarballs.push(pack(join(MODULES, name), folder, '--ignore-scripts').filename);
    }
    const app = join(folder, 'app');
    await mkdir(app);
    await writeFile(join(app, 'package.json'), '{"name":"app","private":true,"type":"module"}');
    const sources = tarballs.map((name) => join(folder, name));
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...sources], app);
    await writeFile(join(app, 'program.ts'), PROGRAM);
    // The types of Node come from this repository.
    await mkdir(join(app, 'node_modules/@types'), { recursive: true });
    await symlink(join(MODULES, '@types/node'), join(app, 'node_modules/@types/node'));
    await symlink(join(MODULES, 'undici-types'), join(app, 'node_modules/undici-types'));
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const modern = ['--target', 'ES2022', '--module', 'NodeNext', '--types', 'node'];
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    run(process.execPath, [tsc, ...strict, ...modern, 'program.ts'], app);
    expect(run(process.execPath, ['program.js'], app)).toBe('true\n_x.zip\n');
  }, 600_000);
});
