import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/platform/release.js';

/** All stored operations as one GraphQL source; read once at start. */
export function readOperations(): string {
  const folder = join(projectRoot(), 'rest-facade', 'operations');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
