import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modport, PROGRAM } from './cli.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8'));

describe('the package', () => {
  it('contains the bundled program, and nothing else but its texts', () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = spawnSync('npm', args, { cwd: FOLDER, encoding: 'utf8' });
    const [{ files }] = JSON.parse(stdout);
    expect(files.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/modport.js',
      'package.json',
    ]);
    expect(manifest.dependencies).toBeUndefined();
  });

  it('has a program with its version, a shebang and the licenses of its libraries', async () => {
    expect((await modport(['--version'])).stdout.trim()).toBe(manifest.version);
    const text = readFileSync(PROGRAM, 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
    for (const name of ['commander', 'zod', 'smol-toml', 'openapi-fetch', 'oauth4webapi']) {
      expect(text.slice(text.lastIndexOf('/*!'))).toContain(`\n${name} `);
    }
  });
});
