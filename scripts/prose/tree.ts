import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { isRead } from './extract.js';
import type { Finding, Linter } from './lint.js';

/**
 * The files that the gate reads, sorted: tracked ones and new ones that git does not ignore. Throws
 * if git fails.
 */
export function filesOf(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (git.error || git.status !== 0)
    throw new Error(`git ${args.join(' ')}: ${git.error ?? git.stderr}`);
  const paths = new Set(git.stdout.split('\0'));
  return [...paths].filter((path) => isRead(path) && existsSync(join(root, path))).sort();
}

/** All findings of these files. Their paths are relative to `root`. */
export function findingsOf(root: string, paths: readonly string[], lint: Linter): Finding[] {
  return paths.flatMap((path) => lint(path, readFileSync(join(root, path), 'utf8')));
}

/** Filters files: keeps those that are one of the paths, or in a folder that is one of them. */
export function selected(files: readonly string[], paths: readonly string[]): string[] {
  const wanted = paths.map((path) => normalize(path).replace(/\/$/, ''));
  return files.filter((file) =>
    wanted.some((path) => path === '.' || file === path || file.startsWith(`${path}/`)),
  );
}
