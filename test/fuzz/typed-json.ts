import fc from 'fast-check';
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { type Names, wireName } from '../../rest-facade/input.js';
import { hostileJson, hostileText } from './hostile-values.js';
import type { Plant } from './plant.js';

const HASH = 'a'.repeat(64);

/** Occasionally a hostile text. With more of them, hardly any request would pass the body check. */
const mostly = (good: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 25, arbitrary: good }, { weight: 1, arbitrary: hostileText });

const someText = mostly(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }));

/** JSON for a GraphQL input type, occasionally of another type. `name` states its meaning. */
export type TypedJson = (type: GraphQLInputType, name: string) => fc.Arbitrary<string>;

/** Creates the generators of input values, with member names as in the request. */
export function typedJson(plant: Plant, names: Names): TypedJson {
  const good = knownValues(plant);

  const ofType: TypedJson = (type, name) =>
    fc.oneof(
      { weight: 60, arbitrary: wellTyped(type, name) },
      { weight: 1, arbitrary: hostileJson },
    );

  function wellTyped(type: GraphQLInputType, name: string): fc.Arbitrary<string> {
    if (isNonNullType(type)) return wellTyped(type.ofType, name);
    if (isListType(type)) {
      const item = wellTyped(type.ofType, name.replace(/s$/, ''));
      return fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(',')}]`);
    }
    if (isEnumType(type)) {
      return fc.constantFrom(...type.getValues().map((value) => JSON.stringify(value.name)));
    }
    if (!isInputObjectType(type)) return leaf(type.name, name);
    const members = Object.values(type.getFields()).map((field) => {
      const member = ofType(field.type, field.name);
      const text = member.map((json) => `"${wireName(field.name, names)}":${json}`);
      return fc.option(text, { freq: isRequiredInputField(field) ? 40 : 1 });
    });
    return fc
      .tuple(...members)
      .map((texts) => `{${texts.filter((text) => text !== null).join(',')}}`);
  }

  function leaf(typeName: string, name: string): fc.Arbitrary<string> {
    const known = good[name];
    if (known) return known.map((value) => JSON.stringify(value));
    switch (typeName) {
      case 'Int':
      case 'SafeInt':
        return fc
          .oneof(fc.integer(), fc.maxSafeInteger(), fc.integer({ min: 0, max: 5 }))
          .map(String);
      case 'Float':
        return fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
      case 'Boolean':
        return fc.boolean().map(String);
      case 'LanguageMap':
        return fc
          .dictionary(fc.constantFrom('en', 'de', 'ru', 'pt-BR'), someText, { maxKeys: 2 })
          .map((texts) => JSON.stringify({ en: 'Good', ...texts }));
      case 'JSONObject':
        return fc.oneof(
          fc.constant('{}'),
          fc.json().map((json) => `{"a":${json}}`),
        );
      case 'DateTimeISO':
        return fc.constantFrom('"2026-01-01T00:00:00Z"', '"2026-01-01"', '"0001-01-01T00:00:00Z"');
      default:
        return someText.map((text) => JSON.stringify(text));
    }
  }

  return ofType;
}

/** Plausible values by member name, so that requests pass the first checks. */
export function knownValues({
  ids,
  gameSlug,
}: Plant): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const text = (...values: string[]) => fc.constantFrom(...values);
  const version = mostly(fc.oneof(text('1.0.0', '2.0.0-beta+x', 'v'), fc.uuid()));
  return {
    id: text(...ids.mod, ...ids.upload, '@UPLOAD@', '@UPLOAD@'),
    modId: text(...ids.mod),
    versionId: text(...ids.version),
    artifactId: text(...ids.artifact),
    slug: mostly(fc.oneof(text(gameSlug, 'clay', 'steady'), fc.uuid())),
    gameSlug: mostly(text(gameSlug)),
    gameVersion: mostly(text('1.20', '1.21')),
    loader: mostly(text('fabric', 'forge')),
    loaderPlatform: mostly(text('fabric', 'forge')),
    category: mostly(text('tools', 'magic')),
    categorie: mostly(text('tools', 'magic')),
    platform: mostly(text('windows', 'any')),
    version,
    versionConstraint: mostly(text('^1.0.0', '*', '>=1 <2 || 3', '1.0.0', 'none', '>'.repeat(300))),
    filename: mostly(text('mod.zip', 'mod.jar', 'mod.7z')),
    contentType: mostly(
      text('application/zip', 'application/java-archive', 'application/octet-stream'),
    ),
    sizeBytes: fc.oneof(fc.constantFrom(1, 1024, 2 ** 20, 2 ** 30), fc.maxSafeInteger()),
    sha256: mostly(text(HASH)),
    expectedSha256: text(HASH),
    sha512: mostly(text('b'.repeat(128))),
    sha1: mostly(text('c'.repeat(40))),
    path: mostly(text('a/b.txt', '../x', '/abs')),
    license: mostly(text('MIT')),
    homepageUrl: mostly(text('https://modport.example', 'javascript:alert(1)', 'http://[')),
    sourceUrl: mostly(text('https://modport.example/x')),
    localizedSlugs: fc.constantFrom({ de: 'lehm' }, {}, { de: '../x' }),
    partNumber: fc.integer({ min: 0, max: 5 }),
    limit: fc.integer({ min: -1, max: 102 }),
    q: mostly(text('clay', 'steady', 'st', '& | ! ( ) : *', "''", 'глина')),
    cursor: mostly(text('@CURSOR@', '@CURSOR@', '@CURSOR@A', 'A@CURSOR@')),
    sort: text('latest', 'trending', 'downloads', 'relevance', 'none'),
    expectedEtag: text('@ETAG@', '"x"', '*'),
  };
}
