import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

/** The running release of modport, from package.json. */
export function readRelease(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  if (!isNamed) throw new Error('package.json names no version');
  return String(manifest.version);
}
