import type { GraphQLField } from 'graphql';
import type { FieldAccess } from '../request/authorize.js';
import type { OperationFacts } from '../request/operation-facts.js';

type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'extensions'>;

/** The access rule that `@Scoped` states for a root field. Throws if the field has none. */
export function accessOf({ name, extensions }: Field): FieldAccess {
  const rule = extensions['accessRule'];
  if (rule === undefined) throw new Error(`the field ${name} has no access rule: add @Scoped`);
  return rule as FieldAccess;
}

/** The facts that `@Reads` or `@Writes` states for a root field; null if it has none. */
export function operationFactsOf({ extensions }: Pick<Field, 'extensions'>): OperationFacts | null {
  return (extensions['operation'] as OperationFacts | undefined) ?? null;
}

/**
 * For a field that is the version of a document, such as `Mod.documentVersion`: the names of the
 * fields beside it that may change without a new version. Null for any other field.
 */
export function uncoveredBy({ extensions }: Pick<Field, 'extensions'>): readonly string[] | null {
  return (extensions['documentWithout'] as readonly string[] | undefined) ?? null;
}
