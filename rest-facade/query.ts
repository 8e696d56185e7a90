import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import { aliasesOf } from './aliases.js';
import type { FieldProblems } from './field-problems.js';

/** The decoded values of each query parameter of a route, in the order sent. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

/** Reads a route's parameters from a query string; unknown ones are ignored. */
export type ReadQuery = (
  query: string,
  compatible: boolean,
  problems: FieldProblems,
) => QueryValues;

/** Compiles the parameters of a route, with their former names. */
export function compileQuery(names: readonly string[]): ReadQuery {
  const taken = new Set(names);
  const parameters = names.map((name) => ({ name, aliases: aliasesOf(name, taken) }));
  return (query, compatible, problems) => {
    const values = new Map<string, readonly string[]>();
    if (query === '') return values;
    // No limit of keys is needed: the length of a request line is limited already.
    const sent = parse(query, '&', '=', { maxKeys: 0 });
    for (const { name, aliases } of parameters) {
      const found = [name, ...(compatible ? aliases : [])].flatMap((as) => {
        const value = sent[as];
        return value === undefined
          ? []
          : [{ as, value: typeof value === 'string' ? [value] : value }];
      });
      const [first, ...others] = found;
      if (!first) continue;
      values.set(name, first.value);
      for (const other of others) {
        if (!isDeepStrictEqual(other.value, first.value)) {
          problems.add(other.as, 'conflicting_alias');
        }
      }
    }
    return values;
  };
}
