import { accessOf, operationFactsOf } from '../../../src/graphql/field-facts.js';
import { buildDomainSchema } from '../../../src/graphql/index.js';
import type { AccessRule } from '../../../src/request/authorize.js';
import type { OperationFacts } from '../../../src/request/operation-facts.js';

/** The schema of the service. */
export const schema = buildDomainSchema();
/** The query fields of the schema. */
export const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
export const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
/** All root fields by name. */
export const fields = new Map([...queries, ...mutations].map((field) => [field.name, field]));

/** The facts of each operation that needs a credential or writes, as its field states them. */
export const OPERATIONS: Readonly<Record<string, OperationFacts>> = Object.fromEntries(
  [...fields.values()].flatMap((field) => {
    const facts = operationFactsOf(field);
    return facts ? [[field.name, facts]] : [];
  }),
);

/** The `@Scoped` rule of a field. */
export function ruleOf(name: string): AccessRule {
  const field = fields.get(name);
  if (!field) throw new Error(`there is no field ${name}`);
  return accessOf(field);
}
