import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../platform/release.js';

/**
 * Reads the stored operations of a folder, relative to the project root, as one GraphQL source. Each
 * call reads the files synchronously, so call it only at start.
 */
export function readOperationFiles(folder: string): string {
  const path = join(projectRoot(), folder);
  return readdirSync(path)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n');
}
