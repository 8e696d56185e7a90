import {
  type DocumentNode,
  type GraphQLSchema,
  introspectionFromSchema,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { onceFor } from '../platform/concurrency.js';
import { LIMITS } from '../registry/limits.js';
import { fragmentsOf } from './keyed-request.js';

/**
 * Selections of introspection that cost as much as one other field. They read no rows: 50,000 of
 * them take about a tenth of a second.
 */
const SELECTIONS_PER_UNIT = 2;

/** The whole schema as introspection returns it, and its types by name. */
const partsOf = onceFor((schema: GraphQLSchema) => {
  const { __schema } = introspectionFromSchema(schema, { descriptions: false });
  const types = new Map<string, object>(__schema.types.map((type) => [type.name, type]));
  return { whole: __schema, types };
});

/**
 * Creates the estimator for `__schema` and `__type`; it returns undefined for other fields. The
 * cost is the number of selections that their result has in this schema, because its lists are
 * known and long. It includes deprecated parts, and selections that a directive leaves out.
 * Counting stops at `LIMITS.graphqlCost`, to limit its time.
 */
export function introspectionCost(
  schema: GraphQLSchema,
  document: DocumentNode,
): ComplexityEstimator {
  const fragments = fragmentsOf(document);
  let left = (LIMITS.graphqlCost + 1) * SELECTIONS_PER_UNIT;

  function count({ selections }: SelectionSetNode, parts: readonly object[]): void {
    for (const selection of selections) {
      if (parts.length === 0 || left <= 0) return;
      left -= parts.length;
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) count(fragment.selectionSet, parts);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        count(selection.selectionSet, parts);
      } else if (selection.selectionSet && left > 0) {
        count(selection.selectionSet, membersOf(schema, parts, selection.name.value));
      }
    }
  }

  return ({ field, args, node }) => {
    if (field.name !== '__schema' && field.name !== '__type') return undefined;
    const { whole, types } = partsOf(schema);
    const root = field.name === '__schema' ? whole : types.get(args['name']);
    const before = left;
    if (node.selectionSet && root) count(node.selectionSet, [root]);
    return 1 + Math.ceil((before - left) / SELECTIONS_PER_UNIT);
  };
}

/** The objects in a member of parts. A named type there is only a reference. */
function membersOf(schema: GraphQLSchema, parts: readonly object[], name: string): object[] {
  const { types } = partsOf(schema);
  return parts
    .flatMap((part): unknown => Reflect.get(part, name))
    .filter((member) => typeof member === 'object' && member !== null)
    .map(
      (member) =>
        ('kind' in member && 'name' in member && types.get(String(member.name))) || member,
    );
}
