import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { printSchema } from 'graphql';
import { compileRoutes } from '../rest-facade/compile-route.js';
import { readExamples } from '../rest-facade/examples-source.js';
import { buildOpenApi } from '../rest-facade/openapi.js';
import { readOperations } from '../rest-facade/operations-source.js';
import { routes } from '../rest-facade/routes/index.js';
import { compileOperations } from '../src/graphql/compile-operations.js';
import { buildDomainSchema } from '../src/graphql/index.js';
import { projectRoot } from '../src/platform/release.js';

// Writes the inputs of client generators: the GraphQL schema and the OpenAPI document.
// `npm run check -- --write` runs it. `--out <folder>` replaces the project's folder.

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out ?? projectRoot();
const schema = buildDomainSchema();
const compile = (source: string) => compileOperations(schema, source);
const compiled = compileRoutes({ schema, compile }, routes, readOperations());
await write('schema.graphql', `${printSchema(schema)}\n`);
const document = buildOpenApi(compiled, readExamples());
await write('rest-facade/generated/openapi.json', `${JSON.stringify(document, null, 2)}\n`);

async function write(file: string, text: string): Promise<void> {
  const path = join(out, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
