import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';

/**
 * Copies a data directory whose PostgreSQL does not run. Files keep their owners and modes, because
 * PostgreSQL refuses others.
 */
export function copyDataDir(from: string, to: string): void {
  // Node's own copy gives all files to the caller, who may be root.
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-Rp', from, to]);
}
