import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modport, PROGRAM, temporaryFolder } from './cli.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8'));

describe('the package', () => {
  it('the package contains the bundled program, and nothing else but its texts', () => {
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

  it('the package runs by npx from its archive, without a registry', () => {
    const [folder, cache] = [temporaryFolder(), temporaryFolder()];
    const npm = (...args: string[]) =>
      spawnSync('npm', [...args, '--cache', cache, '--offline'], { cwd: folder, encoding: 'utf8' });
    const packed = npm('pack', FOLDER, '--json', '--ignore-scripts').stdout;
    const [{ filename }] = JSON.parse(packed);
    const archive = join(folder, filename);
    const { stdout, status } = npm(
      'exec',
      '--yes',
      `--package=${archive}`,
      '--',
      'modport',
      '--version',
    );
    expect({ status, said: stdout.trim() }).toEqual({ status: 0, said: manifest.version });
  });

  it('the package has a program with its version, a shebang and the licenses of its libraries', async () => {
    expect((await modport(['--version'])).stdout.trim()).toBe(manifest.version);
    const text = readFileSync(PROGRAM, 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(PROGRAM).mode & 0o111).toBe(0o111);
    for (const name of ['commander', 'zod', 'smol-toml', 'openapi-fetch', 'oauth4webapi']) {
      expect(text.slice(text.lastIndexOf('/*!'))).toContain(`\n${name} `);
    }
  });
});
