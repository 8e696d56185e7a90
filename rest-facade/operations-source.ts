import { readOperationFiles } from '../src/graphql/operation-files.js';

/**
 * Reads all stored operations of routes as one GraphQL source. Each call reads the files
 * synchronously, so call it only at start.
 */
export function readOperations(): string {
  return readOperationFiles('rest-facade/operations');
}
