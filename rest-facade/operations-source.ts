import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';

/**
 * Reads all stored operations, in `rest-facade/operations`, as one GraphQL source. Each call reads
 * the files synchronously, so call it only at start.
 */
export function readOperations(): string {
  const folder = join(projectRoot(), 'rest-facade', 'operations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
