import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot } from '../src/platform/release.js';
import { readComponents } from './sbom/bill.js';
import { reportLicences } from './sbom/report.js';

// `npm run sbom [-- folder]`: writes the packages that production installs to sbom.cdx.json in the
// folder, by default dist/sbom, and their licences to licences.md. Exits with 1 if a licence is not
// allowed, or if a package declares none.

const folder = resolve(process.argv[2] ?? join(projectRoot(), 'dist', 'sbom'));
const file = join(folder, 'sbom.cdx.json');
await mkdir(folder, { recursive: true });
const tool = ['node_modules', '@cyclonedx', 'cyclonedx-npm', 'bin', 'cyclonedx-npm-cli.js'];
const options = ['--omit', 'dev', '--flatten-components', '--output-reproducible', '--no-validate'];
execFileSync(
  process.execPath,
  [join(projectRoot(), ...tool), ...options, '--output-format', 'JSON', '--output-file', file],
  { cwd: projectRoot(), stdio: ['ignore', 'inherit', 'inherit'] },
);
const components = readComponents(await readFile(file, 'utf8'));
const { markdown, refused } = reportLicences(components);
await writeFile(join(folder, 'licences.md'), markdown);
console.log(`${components.length} packages: ${file} and ${join(folder, 'licences.md')}`);
if (refused.length > 0) {
  console.error(
    `These licences are not allowed (scripts/sbom/licences.ts):\n${refused.join('\n')}`,
  );
  process.exitCode = 1;
}
