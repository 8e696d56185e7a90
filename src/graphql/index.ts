export { checkOperations, compileOperations } from './compile-operations.js';
export { createGateway } from './domain-gateway.js';
export { toRegistered } from './errors.js';
export type { RootField } from './keyed-request.js';
export { playground } from './playground.js';
export { buildDomainSchema } from './schema.js';
export { createGraphqlServer } from './server.js';
