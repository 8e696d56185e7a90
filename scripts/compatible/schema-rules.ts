import type { Alternative } from './alternatives.js';
import { isObject, sameJson } from './json.js';
import type { Finding, Rule } from './rules.js';

/** The direction of a value: clients write requests and read responses. */
export type Direction = 'request' | 'response';

/** The places below an alternative at which a rule is broken. */
type Search = (before: Alternative, after: Alternative) => readonly string[];

const HERE = [''];
const NOWHERE: readonly string[] = [];

const fieldsGone: Search = ({ properties }, after) =>
  [...properties.keys()].filter((name) => !after.properties.has(name)).map(memberPlace);

const valuesGone: Search = (before, { values }) => {
  if (before.values === null || values === null) return NOWHERE;
  const gone = before.values.filter((value) => !values.some((other) => sameJson(other, value)));
  return gone.map((value) => ` = ${JSON.stringify(value)}`);
};

/** Whether `inner` satisfies all limits of `outer`. */
function isWithin(inner: Alternative, outer: Alternative): boolean {
  const lower = [...outer.lower].every(
    ([name, bound]) => (inner.lower.get(name) ?? Number.NEGATIVE_INFINITY) >= bound,
  );
  const upper = [...outer.upper].every(
    ([name, bound]) => (inner.upper.get(name) ?? Number.POSITIVE_INFINITY) <= bound,
  );
  const exact = [...outer.exact].every(([name, named]) =>
    named.every((value) => inner.exact.get(name)?.includes(value)),
  );
  return lower && upper && exact;
}

const isOpen = ({ additional }: Alternative) =>
  isObject(additional) && Object.keys(additional).length === 0;

const RULES_OF: Readonly<Record<Direction, readonly (readonly [Rule, Search])[]>> = {
  request: [
    ['request-field-removed', fieldsGone],
    [
      'request-field-required',
      (before, { required }) =>
        [...required].filter((name) => !before.required.has(name)).map(memberPlace),
    ],
    ['request-value-removed', valuesGone],
    [
      'request-value-removed',
      (before, after) => (before.values === null && after.values !== null ? HERE : NOWHERE),
    ],
    ['request-narrowed', (before, after) => (isWithin(before, after) ? NOWHERE : HERE)],
    [
      'request-narrowed',
      (before, after) => (before.additional !== false && after.additional === false ? ['.*'] : []),
    ],
    [
      'request-default-changed',
      ({ fallback }, after) =>
        fallback === undefined || sameJson(fallback, after.fallback) ? NOWHERE : HERE,
    ],
  ],
  response: [
    ['response-field-removed', fieldsGone],
    [
      'response-field-removed',
      (before, after) =>
        after.additional === false && before.additional !== false && !isOpen(before)
          ? ['.*']
          : NOWHERE,
    ],
    [
      'response-field-optional',
      (before, after) =>
        [...before.required]
          .filter((name) => !after.required.has(name) && after.properties.has(name))
          .map(memberPlace),
    ],
    ['response-value-removed', valuesGone],
    [
      'response-value-removed',
      (before, after) => (before.values !== null && after.values === null ? HERE : NOWHERE),
    ],
    ['response-widened', (before, after) => (isWithin(after, before) ? NOWHERE : HERE)],
  ],
};

/** The rules that the change of an alternative breaks, without those broken inside its members. */
export function findingsHere(
  before: Alternative,
  after: Alternative,
  direction: Direction,
): Finding[] {
  const found = RULES_OF[direction].flatMap(([rule, search]) =>
    search(before, after).map((place) => ({ rule, place })),
  );
  const isCompared = before.unjudged.length + after.unjudged.length === 0;
  if (isCompared || sameJson(before.unjudged, after.unjudged)) return found;
  return [...found, { rule: 'unjudged-keyword', place: '' }];
}

/** Returns the place of a member, such as `.name`. */
export function memberPlace(name: string): string {
  return `.${name}`;
}
