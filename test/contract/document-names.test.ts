import { describe, expect, it } from 'vitest';
import { CURRENT, readDocument } from '../../scripts/compatible/released.js';
import type { Json } from '../actors.js';

const document: Json = readDocument(CURRENT);
const OPERATIONS: Json[] = Object.values<Json>(document.paths).flatMap((it) => Object.values(it));
const WEBHOOKS: Json[] = Object.values<Json>(document.webhooks).map(({ post }) => post);

/** A place of the document, and the value there. */
type Place = readonly [string, Json];

/**
 * Every value of the document with its place, but no examples. The rules below `if` require members
 * without describing them.
 */
function placesIn(node: Json, place = '#'): Place[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries<Json>(node).filter(
    ([key]) => !['example', 'examples', 'if'].includes(key),
  );
  return [[place, node], ...below.flatMap(([key, inner]) => placesIn(inner, `${place}/${key}`))];
}

const PLACES = placesIn(document);
const OBJECTS = PLACES.filter(([, { type }]) => [type].flat().includes('object'));
const isNamed = ([place, { title }]: Place) =>
  title !== undefined || /^#\/components\/schemas\/[^/]+$/.test(place);
const where = (places: readonly Place[]) => places.map(([place]) => place);

/** The schemas of the bodies with a status, or of the requests, of these operations. */
const contentOf = (owners: readonly Json[]): Json[] =>
  owners.flatMap(({ content = {} }) => Object.values<Json>(content).map(({ schema }) => schema));
const requests = contentOf(OPERATIONS.map(({ requestBody = {} }) => requestBody));
const parameters: Json[] = OPERATIONS.flatMap((it) => it.parameters ?? []).map((it) => it.schema);
const events = contentOf(WEBHOOKS.map(({ requestBody }) => requestBody));
const responses = OPERATIONS.flatMap((it) => Object.entries<Json>(it.responses));
const isError = ([status]: readonly [string, Json]) => /^[45]/.test(status);
const successes = contentOf(responses.filter((it) => !isError(it)).map(([, it]) => it));
const errors = responses.filter(isError).map(([, it]) => it);

/** The named schemas that these schemas consist of. */
function namesIn(schemas: readonly Json[], known = new Set<string>()): Set<string> {
  for (const [, ref = ''] of JSON.stringify(schemas).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = ref.split('/').at(-1) ?? '';
    if (known.has(name)) continue;
    known.add(name);
    namesIn([document.components.schemas[name]], known);
  }
  return known;
}

const withKeyword = (names: ReadonlySet<string>, keyword: string) =>
  [...names].filter((name) =>
    placesIn(document.components.schemas[name]).some(([, node]) => keyword in node),
  );

describe('the names of the OpenAPI document', () => {
  it('each object has a name, so that generators invent none', () => {
    expect(OBJECTS.length).toBeGreaterThan(100);
    expect(where(OBJECTS.filter((it) => !isNamed(it)))).toEqual([]);
  });

  it('the body of each request, response and event is a named schema', () => {
    const bodies = [...requests, ...successes, ...events, ...contentOf(errors)];
    expect(bodies.length).toBeGreaterThan(200);
    // An optional body may be null.
    const whole = bodies.map(({ anyOf, ...schema }) => (anyOf?.length === 2 ? anyOf[0] : schema));
    expect(whole.filter(({ $ref }) => $ref === undefined)).toEqual([]);
  });

  it('each list has the envelope data and pagination, and every other response has data', () => {
    for (const { $ref } of successes) {
      const name: string = $ref.split('/').at(-1);
      const { properties, required } = document.components.schemas[name];
      expect(required, name).toContain('data');
      expect(name.endsWith('Page'), name).toBe('pagination' in properties);
      expect(name, name).toMatch(/(Page|Response)$/);
    }
  });
});

describe('the schemas of the OpenAPI document', () => {
  it('no schema has a list of types except one type and null', () => {
    const lists = PLACES.filter(([, { type }]) => Array.isArray(type));
    const loose = lists.filter(([, { type }]) => type.includes('object') || type.length > 2);
    expect(lists.length).toBeGreaterThan(20);
    expect(where(loose)).toEqual([]);
  });

  it('each object states whether it may have further members', () => {
    const silent = OBJECTS.filter(([, schema]) => !('additionalProperties' in schema));
    expect(where(silent)).toEqual([]);
  });

  it('each number and each boolean has a description with its unit or its meaning', () => {
    const members = OBJECTS.flatMap(([place, { properties = {} }]) =>
      Object.entries<Json>(properties).map(([name, schema]): Place => [`${place}/${name}`, schema]),
    ).filter(([, { type }]) => [type].flat().some((it) => /integer|number|boolean/.test(it)));
    expect(members.length).toBeGreaterThan(100);
    expect(where(members.filter(([, { description = '' }]) => description === ''))).toEqual([]);
  });

  it('each member of the body of each event has a description', () => {
    const names: string[] = events.map(({ $ref }) => $ref.split('/').at(-1));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      const members = Object.entries<Json>(document.components.schemas[name].properties);
      expect(
        members.filter(([, { description }]) => !description),
        name,
      ).toEqual([]);
    }
  });

  it('objects in requests are closed and objects in responses are open', () => {
    const additions = (names: ReadonlySet<string>) =>
      [...names].flatMap((name) => {
        const { properties, additionalProperties } = document.components.schemas[name];
        return properties ? [additionalProperties] : [];
      });
    expect(new Set(additions(namesIn(requests)))).toEqual(new Set([false]));
    expect(new Set(additions(namesIn([...successes, ...events])))).toEqual(new Set([true]));
  });

  it('enums in responses are extensible and enums in requests are closed', () => {
    const read = namesIn([...successes, ...events, ...contentOf(errors)]);
    expect(withKeyword(read, 'x-extensible-enum').length).toBeGreaterThan(20);
    expect(withKeyword(read, 'enum')).toEqual([]);
    const sent = namesIn([...requests, ...parameters.filter(Boolean)]);
    expect(withKeyword(sent, 'enum').length).toBeGreaterThan(10);
    expect(withKeyword(sent, 'x-extensible-enum')).toEqual([]);
  });

  it('each error is a Problem, and its response lists its codes and shows each of them', () => {
    expect(errors.length).toBeGreaterThan(400);
    for (const response of errors) {
      const { schema, examples } = response.content['application/problem+json'];
      expect(schema).toEqual({ $ref: '#/components/schemas/Problem' });
      const shown = Object.keys(examples).map(
        (name) => document.components.examples[name].value.code,
      );
      expect(shown).toEqual(response['x-error-codes']);
      for (const code of shown) expect(response.description).toContain(`\`${code}\``);
    }
  });
});
