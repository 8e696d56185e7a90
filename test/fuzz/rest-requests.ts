import fc from 'fast-check';
import { aliasesOf } from '../../rest-facade/aliases.js';
import type { CompiledRoute } from '../../rest-facade/compile-route.js';
import type { FormRule } from '../../rest-facade/route.js';
import { nameIn } from '../../rest-facade/variables.js';
import { formBytes, formType } from '../pictures.js';
import { hostileHeaders, idempotencyKey } from './headers.js';
import { brokenBytes, hostileJson, hostileSegment, hostileText } from './hostile-values.js';
import type { Plant } from './plant.js';
import type { FuzzRequest } from './request.js';
import { knownValues, typedJson } from './typed-json.js';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Requests to all routes: most are nearly valid, and each is wrong in a different way. */
export function restRequests(
  plant: Plant,
  routes: readonly CompiledRoute[],
): fc.Arbitrary<FuzzRequest> {
  const headers = hostileHeaders(plant, idempotencyKey);
  const ofRoute = routes.map((route) =>
    fc
      .tuple(
        methodOf(route),
        pathOf(plant, route),
        queryOf(plant, route),
        headers,
        bodyOf(plant, route),
        fc.nat(9),
      )
      .map(([method, path, query, sent, body, chunk]) => ({
        method,
        target: path + query,
        headers: ofForm(route) ? asForm(sent) : sent,
        body: method === 'GET' || method === 'HEAD' ? null : body,
        chunked: chunk === 0,
      })),
  );
  return fc.oneof(...ofRoute);
}

const ofForm = ({ route }: CompiledRoute) => route.body?.form;

/** Replaces the JSON content type by that of a form, and keeps other types. */
const asForm = (headers: FuzzRequest['headers']): FuzzRequest['headers'] =>
  headers.map(([name, value]) => [name, value === 'application/json' ? formType() : value]);

/** Forms with a real or fake picture next to mostly valid JSON. */
function formsOf(json: fc.Arbitrary<Buffer | null>, form: FormRule): fc.Arbitrary<Buffer | null> {
  const part = fc.record({
    name: fc.constantFrom(form.file.part, form.file.part, form.file.part, form.metadata, 'other'),
    filename: fc.constantFrom('a.png', '', '../../x', 'a"b'),
    type: fc.constantFrom('image/png', 'image/svg+xml', 'application/octet-stream', '\x7f'),
    bytes: fc.oneof(fc.constant(PIXEL), brokenBytes(fc.constant(PIXEL.toString('latin1')))),
  });
  return fc
    .tuple(json, fc.array(part, { minLength: 1, maxLength: 2 }), fc.boolean(), fc.nat(30))
    .map(([bytes, files, isFirst, cut]) => {
      if (bytes === null) return null;
      const metadata = { name: form.metadata, type: 'application/json', bytes };
      const whole = formBytes(isFirst ? [metadata, ...files] : [...files, metadata]);
      return cut === 0 ? whole.subarray(0, Math.floor(whole.length * 0.7)) : whole;
    });
}

function methodOf({ route }: CompiledRoute): fc.Arbitrary<string> {
  const usual =
    route.method === 'GET' ? fc.constantFrom('GET', 'GET', 'HEAD') : fc.constant(route.method);
  return fc.oneof(
    { weight: 20, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
}

function pathOf({ ids, gameSlug }: Plant, { route }: CompiledRoute): fc.Arbitrary<string> {
  const known: Readonly<Record<string, readonly string[]>> = {
    '{mod_id}': ids.mod,
    '{version_id}': ids.version,
    '{artifact_id}': ids.artifact,
    '{upload_id}': ['@UPLOAD@', '@UPLOAD@', ...ids.upload],
    '{game_slug}': [gameSlug, 'nowhere'],
  };
  const segments = route.path
    .slice(1)
    .split('/')
    .map((segment) => {
      const values = known[segment];
      const usual = values
        ? fc.constantFrom(...values)
        : fc.constant(segment.startsWith('{') ? 'x' : segment);
      return fc.oneof(
        { weight: values ? 20 : 60, arbitrary: usual },
        { weight: 1, arbitrary: hostileSegment },
      );
    });
  return fc
    .tuple(
      fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom('/v1', '/api/v1') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '//v1',
            '/V1',
            '/v1/',
            '/v1/.',
            'http://evil/v1',
            '/api/../v1',
          ),
        },
      ),
      fc.tuple(...segments),
      fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom('', '', '', '/') },
        { weight: 1, arbitrary: fc.constantFrom('//', '/.', '#x', ';', '%20') },
      ),
    )
    .map(([base, path, end]) => `${base}/${path.join('/')}${end}`);
}

function queryOf(plant: Plant, { variables }: CompiledRoute): fc.Arbitrary<string> {
  const known = knownValues(plant);
  const names = variables.filter(({ source }) => source.startsWith('query.'));
  const parameters = names.map(({ name, source }) => {
    const wire = nameIn(source);
    const value = fc.oneof(
      { weight: 12, arbitrary: (known[name] ?? hostileText).map((it) => encoded(String(it))) },
      { weight: 1, arbitrary: hostileSegment },
    );
    const as = fc.constantFrom(wire, wire, wire, wire, `${wire}[]`, ...aliasesOf(wire, new Set()));
    const pair = fc.tuple(as, value).map(([called, text]) => `${called}=${text}`);
    return fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      { weight: 6, arbitrary: pair },
      { weight: 1, arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&')) },
    );
  });
  const stray = fc.oneof(
    { weight: 9, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: hostileSegment },
    {
      weight: 1,
      arbitrary: fc.constantFrom('&&&', '=', '__proto__=1', 'a[b][c]=d', 'a='.repeat(900)),
    },
  );
  return fc.tuple(...parameters, stray).map((pairs) => {
    const sent = pairs.filter((pair) => pair !== '');
    return sent.length === 0 ? '' : `?${sent.join('&')}`;
  });
}

/** Percent-encodes a text, except for the placeholders of earlier responses. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%40', '@');
}

function bodyOf(plant: Plant, { route, variables }: CompiledRoute): fc.Arbitrary<Buffer | null> {
  const typed = typedJson(plant, route.body?.names ?? 'camel');
  const whole = variables.find(({ source }) => source === 'body');
  const parts = variables.filter(({ source }) => source.startsWith('body.'));
  const members = parts.map(({ name, source, type }) =>
    typed(type, name).map((json) => `"${nameIn(source)}":${json}`),
  );
  const right = whole
    ? typed(whole.type, whole.name)
    : fc.tuple(...members).map((texts) => `{${texts.join(',')}}`);
  const json = fc.oneof(
    { weight: 18, arbitrary: right.map((text) => Buffer.from(text)) },
    { weight: 3, arbitrary: brokenBytes(right) },
    { weight: 1, arbitrary: hostileJson.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  return route.body?.form ? formsOf(json, route.body.form) : json;
}
