import { join } from 'node:path';
import { readOperationFiles } from '../src/graphql/compile-operations.js';
import { projectRoot } from '../src/platform/release.js';

/**
 * Reads all stored operations of routes as one GraphQL source. Each call reads the files
 * synchronously, so call it only at start.
 */
export function readOperations(): string {
  return readOperationFiles(join(projectRoot(), 'rest-facade', 'operations'));
}
