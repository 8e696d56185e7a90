// npm run test:cluster [-- --seed N --faults N --report <path>]: several hosts on this machine, as
// network namespaces, with faults under load. Needs root and the programs that it names; without
// them it is left out, and with CI=true it fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { buildPrograms } from './build.mjs';
import { Failed, ROOT, reportFailure } from './lib.mjs';

/** The path of a program in the environment or in PATH; undefined without it. */
function find(program, variable) {
  const named = variable && process.env[variable];
  if (named) return named;
  const { stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}

/** The newest PostgreSQL of Debian with the programs that Patroni needs. */
function findPostgres() {
  const parent = '/usr/lib/postgresql';
  const versions = existsSync(parent) ? readdirSync(parent) : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(parent, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'pg_rewind')));
}

const programs = {
  versitygw: find('versitygw', 'VERSITYGW_BIN'),
  postgres: findPostgres(),
  meilisearch: find('meilisearch', 'MEILISEARCH_BIN') ?? null,
};
const missing = [
  ...['ip', 'tc', 'haproxy', 'patroni', 'etcd', 'redis-server', 'clamd'].filter(
    (program) => find(program) === undefined,
  ),
  ...(programs.versitygw ? [] : ['versitygw']),
  ...(programs.postgres ? [] : ['postgresql']),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];

/** Bundles the test. It loads the service itself from the built sources. */
async function bundle() {
  const built = await rolldown({
    input: join(ROOT, 'test/cluster/main.ts'),
    platform: 'node',
    external: /^(?!\.|\/)/,
    plugins: [
      {
        name: 'built-sources',
        resolveId(source, importer) {
          const path = importer && source.startsWith('.') ? join(importer, '..', source) : '';
          if (!path.startsWith(join(ROOT, 'src'))) return null;
          const url = pathToFileURL(join(ROOT, 'dist', path.slice(ROOT.length)));
          return { id: url.href, external: true };
        },
      },
    ],
    logLevel: 'silent',
  });
  const folder = join(ROOT, 'dist/cluster-test');
  await built.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', sourcemap: true });
  await built.close();
  return join(folder, 'main.mjs');
}

await reportFailure(async () => {
  if (missing.length > 0) {
    console.log(`left out: the cluster test, without ${missing.join(' and ')}`);
    if (process.env.CI === 'true') throw new Failed('with CI=true nothing is left out');
    return;
  }
  await buildPrograms();
  const { main } = await import(pathToFileURL(await bundle()).href);
  await main(process.argv.slice(2), programs);
});
