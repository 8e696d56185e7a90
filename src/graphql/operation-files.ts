import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the stored operations of a folder as one GraphQL source.
 * Each call reads the files synchronously, so call it only at start.
 */
export function readOperationFiles(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
