import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { routes } from '../../rest-facade/routes/index.js';
import { projectRoot } from '../../src/platform/release.js';
import { API_ADDRESSES, API_PATH } from '../../src/registry/addresses.js';

const modules = join(projectRoot(), 'src/modules');

/** A path of the API, or its beginning; `/api/v1` of a provider is another address. */
const API_TEXT = /(?<!\/api)\/v1(?![\w.])/;

/** A name that only HTTP headers have. */
const HEADER_NAME =
  /^(?:ETag|[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+|x-[a-z-]+|(?:retry|idempotency|ratelimit|www|user|cache|content|accept|if)-(?:after|key|limit|remaining|reset|authenticate|agent|control|type|length|range|disposition|encoding|language|match|none-match))$/;

/** The protocol adapters of the domain. They send requests to other services. */
const ADAPTERS: Readonly<Record<string, string>> = {
  'publishing/references/provider-client.ts': 'reads the APIs of providers',
  'publishing/references/fetch-file.ts': 'downloads the files of providers',
  'integrations/webhooks/send-delivery.ts': 'sends webhooks to their receivers',
  'integrations/webhooks/event-delivery.ts':
    'the headers of a delivery are part of the webhook contract',
};

/** The texts in the code of a file: literals, the parts of templates, and the names of members. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const isMember = ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent);
    if (isMember || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true));
  return texts;
}

const apiPathsIn = (texts: readonly string[]) => texts.filter((text) => API_TEXT.test(text));
const headersIn = (texts: readonly string[]) => texts.filter((text) => HEADER_NAME.test(text));

/** The texts of each file of the domain. */
const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, texts: textsIn(readFileSync(join(modules, file), 'utf8')) }));

describe('modules and HTTP', () => {
  it('the search recognizes API paths and header names in code, and no other texts', () => {
    const inTemplate = '`${' + 'url}/v1`';
    const paths = `const a = '/v1/mods'; const b = ${inTemplate}; // /v1/games`;
    expect(apiPathsIn(textsIn(paths))).toEqual(['/v1/mods', '/v1']);
    expect(apiPathsIn(textsIn("const a = ['/api/v1/projects', '/v1.2'];"))).toEqual([]);
    const headers = "throwIt({ 'Retry-After': 1, ETag: '2' }, 'x-request-id', ['ETag']);";
    expect(headersIn(textsIn(headers))).toEqual(['Retry-After', 'ETag', 'x-request-id', 'ETag']);
    expect(headersIn(textsIn("const a = ['index-mod', 'Not-found page'];"))).toEqual([]);
  });

  it('no module contains a path of the API', () => {
    const found = files.flatMap(({ file, texts }) =>
      apiPathsIn(texts).map((text) => `${file}: ${text}`),
    );
    expect(found, 'use src/registry/addresses.ts').toEqual([]);
  });

  it('no module names an HTTP header, except the adapters that send requests themselves', () => {
    const found = files
      .filter(({ file }) => !Object.hasOwn(ADAPTERS, file))
      .flatMap(({ file, texts }) => headersIn(texts).map((text) => `${file}: ${text}`));
    expect(found, 'use the facts of problem() or a field of the result').toEqual([]);
  });

  it('every listed adapter exists and names a header', () => {
    const sending = files
      .filter(({ texts }) => headersIn(texts).length > 0)
      .map(({ file }) => file);
    expect(sending.sort()).toEqual(Object.keys(ADAPTERS).sort());
  });
});

describe('public addresses', () => {
  const patterns = Object.values(routes).map(
    ({ path }) => new RegExp(`^${API_PATH}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  );

  it.each(Object.entries(API_ADDRESSES))('API_ADDRESSES.%s is the path of a route', (_, build) => {
    const address = build('first-id', 'second-id');
    expect(patterns.filter((pattern) => pattern.test(address)).length).toBeGreaterThan(0);
  });
});
