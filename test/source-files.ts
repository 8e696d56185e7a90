import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';

/** Folders of tools: installed packages and built programs. */
const OTHERS = new Set(['node_modules', 'dist', 'bin', 'obj', '.venv', '__pycache__']);

/**
 * The files in folders of the project whose paths match a pattern, as paths from its root. Without
 * installed packages and built programs.
 */
export function sourceFiles(folders: readonly string[], pattern: RegExp): string[] {
  return folders.flatMap((folder) => filesBelow(folder)).filter((path) => pattern.test(path));
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot(), folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return OTHERS.has(basename(path)) ? [] : filesBelow(path);
  });
}
