import { buildDomainSchema } from '../../../src/graphql/index.js';
import type { AccessRule } from '../../../src/request/authorize.js';

/** The schema that the service has. */
export const schema = buildDomainSchema();
/** The fields of its roots. */
export const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
export const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
/** All of them by name. */
export const fields = new Map([...queries, ...mutations].map((field) => [field.name, field]));

/** What `@Scoped` says of a field. */
export const ruleOf = (name: string): AccessRule =>
  fields.get(name)?.extensions['accessRule'] as AccessRule;
