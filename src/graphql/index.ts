export { createGateway } from './domain-gateway.js';
export { toRegistered } from './errors.js';
export { playground } from './playground.js';
export type { RootField } from './root-fields.js';
export { buildDomainSchema } from './schema.js';
export { createGraphqlServer } from './server.js';
