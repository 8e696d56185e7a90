import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRoutes } from '../../../rest-facade/compile-route.js';
import { toyGateway, toyState } from '../toy.js';
import { TOY_OPERATIONS, TOY_ROUTES } from '../toy-routes.js';

const [createNote] = compileRoutes(toyGateway(toyState()), TOY_ROUTES, TOY_OPERATIONS).filter(
  ({ operationId }) => operationId === 'createNote',
);
if (!createNote) throw new Error('the toy has no route createNote');
const { bind } = createNote;

/** The bound variable of a body, or the rejected fields. */
function bound(body: unknown) {
  const inputs = {
    parameters: {},
    query: { values: new Map(), problems: [] },
    idempotencyKey: null,
    ifMatch: null,
    file: null,
  };
  const { variables, problems } = bind({ ...inputs, body, header: () => undefined });
  const faults = problems.map(({ field }) => field).toSorted();
  return faults.length > 0 ? { faults } : { input: variables['input'] };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
type Check = (value: unknown, path: string) => string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const holds =
  (test: (value: unknown) => boolean): Check =>
  (value, path) =>
    test(value) ? [] : [path];
const orNull =
  (check: Check): Check =>
  (value, path) =>
    value === null ? [] : check(value, path);
const isText = holds((value) => typeof value === 'string');
const isInt = holds((value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31);

/** The reference: the invalid fields of an object, from the check of each member. */
const members =
  (checks: Record<string, Check>, needed: string[]): Check =>
  (value, path) => {
    if (!isObject(value)) return [path || 'body'];
    const at = (name: string) => (path ? `${path}.${name}` : name || 'body');
    const own = Object.keys(value).flatMap((name) =>
      Object.hasOwn(checks, name) ? (checks[name]?.(value[name], at(name)) ?? []) : [at(name)],
    );
    const missing = needed.filter((name) => !Object.hasOwn(value, name));
    return [...own, ...missing.map(at)];
  };

const part = members({ part_number: isInt, etag: isText }, ['part_number', 'etag']);
const note = members(
  {
    title: isText,
    game_slug: orNull(isText),
    size_bytes: orNull(holds((value) => typeof value === 'number')),
    color: orNull(holds((value) => value === 'red' || value === 'green')),
    parent_id: orNull(holds((value) => typeof value === 'string' && UUID.test(value))),
    part_list: orNull((value, path) =>
      Array.isArray(value) ? value.flatMap((it, at) => part(it, `${path}[${at}]`)) : [path],
    ),
    extra_data: () => [],
    is_pinned: orNull(holds((value) => typeof value === 'boolean')),
  },
  ['title'],
);

/** The reference: the names of the schema in place of those on the wire. */
function renamed(body: unknown): unknown {
  if (!isObject(body)) return body;
  const camel = (name: string) => name.replace(/_(.)/g, (_all, letter) => letter.toUpperCase());
  const list = body['part_list'];
  const parts = Array.isArray(list) ? { part_list: list.map(renamed) } : {};
  const all = Object.entries({ ...body, ...parts });
  return Object.fromEntries(all.map(([name, value]) => [camel(name), value]));
}

const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;
/** A valid member most of the time, and any value otherwise. */
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: anything });
const body = fc
  .tuple(
    fc.record(
      {
        title: mostly(fc.string()),
        game_slug: mostly(fc.string()),
        size_bytes: mostly(fc.maxSafeInteger()),
        color: mostly(fc.constantFrom('red', 'green', 'blue')),
        parent_id: mostly(fc.uuid()),
        part_list: mostly(
          fc.array(
            mostly(
              fc.record(
                { part_number: mostly(fc.nat()), etag: mostly(fc.string()) },
                { requiredKeys: [] },
              ),
            ),
            { maxLength: 3 },
          ),
        ),
        extra_data: anything,
        is_pinned: mostly(fc.boolean()),
      },
      { requiredKeys: [] },
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.dictionary(fc.string(), anything, { maxKeys: 2 }) },
    ),
  )
  .map(([known, other]) => ({ ...other, ...known }));

describe('the JSON body of a write', () => {
  it('a JSON body binds to exactly the values of the schema, or is rejected with every invalid field', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: anything }),
        (value) => {
          const faults = note(value, '').toSorted();
          expect(bound(value)).toEqual(faults.length > 0 ? { faults } : { input: renamed(value) });
        },
      ),
      { numRuns: 500 },
    );
  });
});
