import { isObject, type JsonObject, listIn, targetOf } from './json.js';

/**
 * The branches of a schema, each as the plain schemas that apply together. It resolves references,
 * `allOf`, `anyOf` and `oneOf`. Of conditions, it resolves only an `if` with `else: false` and
 * without `then`; others stay in their plain schema. `false` has no branch. `under` has the
 * references that led here; a reference back to one of them adds nothing.
 */
export function branchesOf(
  document: JsonObject,
  schema: unknown,
  under: readonly string[] = [],
): JsonObject[][] {
  if (schema === false) return [];
  if (!isObject(schema)) return [[]];
  const { $ref, allOf: _all, anyOf: _any, oneOf: _one, ...rest } = schema;
  const { if: rule, else: otherwise, ...others } = rest;
  // With `else: false` and without `then`, the schema in `if` applies to every value.
  const isRule = rule !== undefined && otherwise === false && !('then' in rest);
  const own = isRule ? others : rest;
  let branches: JsonObject[][] = [[own]];
  const narrow = (ways: JsonObject[][]) => {
    branches = branches.flatMap((branch) => ways.map((way) => [...branch, ...way]));
  };
  if (typeof $ref === 'string' && !under.includes($ref)) {
    narrow(branchesOf(document, targetOf(document, $ref), [...under, $ref]));
  }
  if (isRule) narrow(branchesOf(document, rule, under));
  for (const part of listIn(schema, 'allOf')) narrow(branchesOf(document, part, under));
  for (const union of [listIn(schema, 'anyOf'), listIn(schema, 'oneOf')]) {
    if (union.length > 0) narrow(union.flatMap((way) => branchesOf(document, way, under)));
  }
  return branches;
}
