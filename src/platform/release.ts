import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that contains package.json, node_modules and the files that the program reads at run
 * time. Both the sources and the built program (one level deeper, in dist/) find it. Throws if no
 * folder above has a package.json.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`no package.json above ${import.meta.url}`);
    folder = above;
  }
  return folder;
}

/** The running release of modport, from package.json. Throws if it names no version. */
export function readRelease(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  if (!isNamed) throw new Error('package.json names no version');
  return String(manifest.version);
}
