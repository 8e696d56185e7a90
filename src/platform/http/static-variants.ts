import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';
import type { ContentCoding } from './content-coding.js';

/** The file extension of each coding. */
export const EXTENSION_OF: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' };

/**
 * The folder with the compressed forms of a set of static files. `npm run build` writes it. A
 * program that runs from its sources has no such folder and sends uncompressed files.
 */
export function variantsFolder(set: 'playground' | 'reference'): string {
  return join(projectRoot(), 'dist', 'static', set);
}

/**
 * The compressed form of a file, or null if the build wrote none because it would not be smaller.
 */
export function readVariant(folder: string, file: string, coding: ContentCoding): Buffer | null {
  const path = join(folder, `${file}${EXTENSION_OF[coding]}`);
  return existsSync(path) ? readFileSync(path) : null;
}
