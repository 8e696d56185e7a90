import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../src/registry/errors.js';
import { aliasesOf } from './aliases.js';
import { createFieldProblems } from './field-problems.js';

/** The decoded values of each sent query parameter of a route, in the order sent. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

/** The query string of a request. */
export interface ParsedQuery {
  readonly values: QueryValues;
  /** Former names whose value differs from that of the parameter (`conflicting_alias`). */
  readonly problems: readonly FieldProblem[];
}

/**
 * Parses a query string into a route's parameters; ignores unknown ones. Former names count only if
 * the request is in the compatibility namespace (`compatible`).
 */
export type ParseQuery = (query: string, compatible: boolean) => ParsedQuery;

const NO_QUERY: ParsedQuery = { values: new Map(), problems: [] };

/**
 * Compiles the parser for the parameters of a route. In a compatible request, the canonical name
 * wins over the former ones. A different value under a former name is then a problem.
 */
export function compileQuery(names: readonly string[]): ParseQuery {
  const taken = new Set(names);
  const parameters = names.map((name) => ({ name, aliases: aliasesOf(name, taken) }));
  return (query, compatible) => {
    if (query === '' || parameters.length === 0) return NO_QUERY;
    const values = new Map<string, readonly string[]>();
    const problems = createFieldProblems();
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
    return { values, problems: problems.list };
  };
}
