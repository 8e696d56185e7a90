import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Component, readComponents } from '../../../scripts/sbom/bill.js';
import { projectRoot } from '../../../src/platform/release.js';

const folder = mkdtempSync(join(tmpdir(), 'modport-sbom-'));
let components: readonly Component[];
let run: { status: number | null; output: string };

beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectRoot(), 'dist', 'scripts', 'sbom.js'), folder],
    { encoding: 'utf8' },
  );
  run = { status, output: `${stdout}${stderr}` };
  components = readComponents(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

test('npm run sbom accepts the licences of all packages', () => {
  expect(run).toMatchObject({ status: 0, output: expect.stringContaining('packages') });
});

test.each(['graphql', '@prisma/client', 'express', 'react'])(
  'the bill of materials has %s, which production uses',
  (name) => {
    const found = components.filter((component) => component.name === name);
    expect(found).toHaveLength(1);
    expect(found[0]?.purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${found[0]?.version}`);
  },
);

test('the bill of materials has every dependency of package.json, and no tool of developers', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(projectRoot(), 'package.json'), 'utf8'),
  );
  const names = new Set(components.map(({ name }) => name));
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
  const tools = ['vitest', '@biomejs/biome', '@cyclonedx/cyclonedx-npm'];
  expect(tools.every((name) => name in devDependencies)).toBe(true);
  expect(tools.filter((name) => names.has(name))).toEqual([]);
});

test('every package of the bill of materials has a licence and is in the report', () => {
  const report = readFileSync(join(folder, 'licences.md'), 'utf8');
  expect(components.filter(({ licenses }) => !licenses?.length)).toEqual([]);
  const missing = components.filter(
    ({ name, version }) => !report.includes(`| ${name} | ${version} | `),
  );
  expect(missing).toEqual([]);
});
