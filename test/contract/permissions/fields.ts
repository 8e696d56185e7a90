import { buildDomainSchema } from '../../../src/graphql/index.js';
import type { AccessRule } from '../../../src/request/authorize.js';

/** The schema of the service. */
export const schema = buildDomainSchema();
/** The query fields of the schema. */
export const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
export const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
/** All root fields by name. */
export const fields = new Map([...queries, ...mutations].map((field) => [field.name, field]));

/** The `@Scoped` rule of a field. */
export const ruleOf = (name: string): AccessRule =>
  fields.get(name)?.extensions['accessRule'] as AccessRule;
