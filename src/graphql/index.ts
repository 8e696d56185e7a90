export { createGateway } from './domain-gateway.js';
export { toRegistered } from './errors.js';
export type { Gateway } from './gateway.js';
export { buildDomainSchema } from './schema.js';
export { createGraphqlServer, type GraphqlServer } from './server.js';
