import { join } from 'node:path';
import { readOperationFiles } from '../../graphql/compile-operations.js';
import type { Gateway } from '../../graphql/gateway.js';
import { projectRoot } from '../../platform/release.js';
import type { RequestContext } from '../../request/context.js';

/** The data of an operation: the selected fields by name. */
export type OperationData = Readonly<Record<string, unknown>>;

/**
 * Runs a stored operation as the visitor. Throws the registered error of the operation. The visitor
 * sees it as a page, unless the handler catches it.
 */
export type RunOperation = (
  ctx: RequestContext,
  name: string,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<OperationData>;

/** Creates the runner of the operations in `src/pages/operations`. */
export function createOperations(gateway: Gateway): RunOperation {
  const operations = gateway.compile(readPageOperations());
  return async (ctx, name, variables = {}) => {
    const operation = operations.get(name);
    if (!operation) throw new Error(`src/pages/operations has no ${name}`);
    const { data, error } = await operation.run(variables, ctx);
    if (error) throw error;
    return data ?? {};
  };
}

/** The GraphQL source of all operations of pages, from `src/pages/operations`. */
export function readPageOperations(): string {
  return readOperationFiles(join(projectRoot(), 'src', 'pages', 'operations'));
}
