import { describe, expect, it } from 'vitest';
import { CURRENT, readDocument } from '../../scripts/compatible/released.js';
import { EVENTS } from '../../src/registry/events.js';
import { KEY_SCOPES } from '../../src/registry/scopes.js';
import type { Json } from '../actors.js';

const document: Json = readDocument(CURRENT);

/** A named value of the document: a member of an object, or a parameter. */
interface Named {
  readonly place: string;
  readonly name: string;
  readonly schema: Json;
}

/** Every named value of the document, but none of the examples. */
function namedIn(node: Json, place = '#'): Named[] {
  if (typeof node !== 'object' || node === null) return [];
  const members = Object.entries<Json>(node.properties ?? {}).map(([name, schema]) => ({
    place: `${place}/properties/${name}`,
    name,
    schema,
  }));
  const parameter = node.in ? [{ place, name: String(node.name), schema: node.schema }] : [];
  // `if` names members only to require them; their schemas are beside it.
  const below = Object.entries<Json>(node).filter(
    ([key]) => !['example', 'examples'].includes(key) && !(key === 'if' && node.properties),
  );
  return [
    ...members,
    ...parameter,
    ...below.flatMap(([key, inner]) => namedIn(inner, `${place}/${key}`)),
  ];
}

/** A schema, with its reference resolved. */
const resolved = (schema: Json): Json =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

/** The schemas of the texts in a value: its own, those of its items and of its alternatives. */
function textsOf(schema: Json): Json[] {
  if (schema.$ref) return textsOf(resolved(schema));
  const further = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...([schema.type].flat().includes('string') ? [schema] : []),
    ...further.flatMap((inner) => textsOf(inner)),
  ];
}

const NAMED = namedIn(document);
const hasForm = (text: Json) =>
  ['enum', 'x-extensible-enum', 'const', 'pattern'].some((keyword) => keyword in text);

/** The texts of the values with a name, and the places of those without an enum or a pattern. */
function formsOf(name: RegExp, within: RegExp) {
  const values = NAMED.filter((it) => name.test(it.name))
    .filter(({ place }) => within.test(place))
    .map(({ place, schema }) => ({ place, texts: textsOf(schema) }))
    .filter(({ texts }) => texts.length > 0);
  return {
    values,
    loose: values.filter(({ texts }) => !texts.every(hasForm)).map((it) => it.place),
  };
}

const OPERATIONS: Json[] = Object.values<Json>(document.paths).flatMap((it) => Object.values(it));

describe('the members of the OpenAPI document with values of a fixed form', () => {
  it.each([
    ['scopes', /^(required_)?scopes?$/, /./, 6],
    ['names of scopes', /^name$/, /\/KeyScope\//, 1],
    ['kinds of events', /^event_kinds?$/, /./, 6],
    ['locales', /locale/, /./, 3],
    ['digests', /sha(1|256|512)$|^hash(es)?$|^fingerprint$/i, /./, 18],
  ])('each member for %s has an enum or a pattern', (_what, name, within, atLeast) => {
    const { values, loose } = formsOf(name, within);
    expect(values.length).toBeGreaterThanOrEqual(atLeast);
    expect(loose).toEqual([]);
  });

  it('each map of texts has a pattern for its language keys', () => {
    const maps = (node: Json, place = '#'): [string, Json][] => {
      if (typeof node !== 'object' || node === null) return [];
      const isMap = typeof node.additionalProperties === 'object';
      const below = Object.entries<Json>(node).filter(([key]) => !/^examples?$/.test(key));
      const inner = below.flatMap(([key, value]) => maps(value, `${place}/${key}`));
      return [...(isMap ? [[place, node] as [string, Json]] : []), ...inner];
    };
    const found = maps(document);
    expect(found.length).toBeGreaterThan(5);
    const language = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
    const loose = found.filter(([, { propertyNames }]) => propertyNames?.pattern !== language);
    expect(loose.map(([place]) => place)).toEqual([]);
  });

  it('requests list the scopes and the kinds of events that they may name', () => {
    const input = (name: string, key: string): Json =>
      resolved(document.components.schemas[name].properties[key].items).enum;
    expect(input('CreateApiKeyInput', 'scopes')).toEqual(KEY_SCOPES);
    const kinds = Object.keys(EVENTS);
    expect(input('CreateWebhookSubscriptionInput', 'event_kinds')).toEqual(kinds);
    expect(input('UpdateWebhookSubscriptionInput', 'event_kinds')).toEqual(kinds);
    const filter = OPERATIONS.flatMap(({ parameters = [] }) => parameters).find(
      (it: Json) => it.name === 'event_kind',
    );
    expect(resolved(filter.schema).enum).toEqual(kinds);
  });

  it('the patterns match each scope and each kind of event', () => {
    const matches = (schema: Json, values: readonly string[]) =>
      values.filter((value) => !new RegExp(schema.pattern).test(value));
    const { schemas } = document.components;
    expect(matches(schemas.ApiKey.properties.scopes.items, KEY_SCOPES)).toEqual([]);
    expect(matches(schemas.Problem.properties.required_scopes.items, ['agent:*'])).toEqual([]);
    const kinds = schemas.WebhookDelivery.properties.event_kind;
    expect(matches(kinds, Object.keys(EVENTS))).toEqual([]);
  });
});
