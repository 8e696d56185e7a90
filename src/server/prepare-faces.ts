import { readOperations } from '../../rest-facade/operations-source.js';
import { buildDomainSchema, compileOperations } from '../graphql/index.js';
import { readPageOperations } from '../pages/kit/index.js';

/**
 * Builds the schema and parses the stored operations, which the process keeps. A service does so while
 * its PostgreSQL starts, and not after it.
 */
export function prepareFaces(): void {
  const schema = buildDomainSchema();
  for (const source of [readOperations(), readPageOperations()]) compileOperations(schema, source);
}
