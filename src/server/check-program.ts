import { compileRoutes } from '../../rest-facade/compile-route.js';
import { readExamples } from '../../rest-facade/examples-source.js';
import { buildOpenApi } from '../../rest-facade/openapi.js';
import { readOperations } from '../../rest-facade/operations-source.js';
import { routes } from '../../rest-facade/routes/index.js';
import { buildDomainSchema, checkOperations, compileOperations } from '../graphql/index.js';
import { readPageOperations } from '../pages/kit/index.js';
import { connectDatabase } from '../platform/database/connect.js';

/**
 * Checks the program at build time, without a database: compiles all stored GraphQL operations and
 * routes, builds the OpenAPI document, and loads the database client. Throws the first fault.
 */
export async function checkProgram(): Promise<void> {
  const schema = buildDomainSchema();
  for (const source of [readOperations(), readPageOperations()]) checkOperations(schema, source);
  const compile = (source: string) => compileOperations(schema, source);
  buildOpenApi(compileRoutes({ schema, compile }, routes, readOperations()), readExamples());
  // Loads the query compiler. A pool without a statement opens no connection.
  const db = connectDatabase('postgresql://127.0.0.1/modport');
  await db.$connect();
  await db.$disconnect();
}
