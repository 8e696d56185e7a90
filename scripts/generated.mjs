// The committed generated files, and the programs that write them. Each program takes `--out
// <folder>` and writes its files below it, under their paths in the project.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failed, ROOT } from './lib.mjs';

const GENERATORS = [
  {
    program: 'scripts/docs.ts',
    files: [
      'docs/generated/errors.md',
      'docs/generated/lifecycles.md',
      'docs/generated/permissions.md',
    ],
  },
  {
    program: 'scripts/interfaces.ts',
    files: ['schema.graphql', 'rest-facade/generated/openapi.json'],
  },
];

/** Files that tests record: `npm run examples` and `npm run proofs`. */
const RECORDED = ['rest-facade/generated/examples.json', 'test/contract/generated/proofs.json'];

/** The committed folders that hold only generated files. */
const FOLDERS = ['docs/generated', 'rest-facade/generated', 'test/contract/generated'];

/** Writes all generated files below a folder; the programs must have been built. */
export function generate(out) {
  for (const { program } of GENERATORS) {
    const script = `${ROOT}/dist/${program.replace(/\.ts$/, '.js')}`;
    const run = spawnSync(process.execPath, [script, '--out', out], { encoding: 'utf8' });
    if (run.status !== 0) throw new Failed(`${program} failed\n${run.stdout}${run.stderr}`);
  }
}

/** Throws Failed if a committed file differs from its program's output, or has no program. */
export function assertGenerated() {
  const out = mkdtempSync(join(tmpdir(), 'modport-generated-'));
  try {
    generate(out);
    const files = GENERATORS.flatMap((generator) => generator.files);
    const stale = files.filter((file) => textOf(ROOT, file) !== textOf(out, file));
    const orphans = FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
    ).filter((file) => !files.includes(file) && !RECORDED.includes(file));
    if (stale.length + orphans.length === 0) return;
    throw new Failed(
      [
        ...stale.map((file) => `${file} is out of date`),
        ...orphans.map((file) => `${file} is written by no program`),
        'npm run check -- --write brings them up to date',
      ].join('\n'),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function textOf(folder, file) {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
