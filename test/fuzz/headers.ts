import fc from 'fast-check';
import { hostileHeader } from './hostile-values.js';
import type { Plant } from './plant.js';

type Header = readonly [name: string, value: string];

const IDENTITY: readonly Header[] = [
  ['User-Agent', 'modport-fuzz/1.0 (+https://modport.example/fuzz)'],
  ['X-Service-Client', 'modport-fuzz'],
  ['X-Service-Client-Version', '1.0'],
];

const ETAGS = ['*', '"x"', 'W/"x"', '@ETAG@', '"x", @ETAG@', 'W/@ETAG@', '"', ''];
const CREDENTIALS = [
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'bearer mpat_x',
  `Bearer mpat_${'0'.repeat(16)}_${'x'.repeat(43)}`,
  'Bearer a b',
  'Bearer a, Bearer b',
  `Bearer ${'x'.repeat(4_000)}`,
  'Negotiate',
  'null',
  '\xff',
];

/** Headers with a function, with values that are partly valid. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  'If-Match': ETAGS,
  'If-None-Match': ETAGS,
  'If-Modified-Since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'If-Range': ETAGS,
  Range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-1',
    `bytes=${'0-0,'.repeat(200)}0-1`,
    'lines=1-2',
    'bytes=a-b',
  ],
  'Accept-Language': [
    'de',
    'ru;q=0.5, de;q=0.9',
    '*;q=0',
    'x'.repeat(3_000),
    `${'de,'.repeat(999)}ru`,
  ],
  Accept: ['*/*', 'text/html', 'application/json;q=0', 'image/png', 'multipart/mixed', '/', ','],
  'Accept-Encoding': ['gzip', 'br;q=1.0, *;q=0', 'identity;q=0'],
  'Content-Encoding': ['gzip', 'identity', 'br', 'deflate, gzip', 'x'],
  'X-Request-Id': ['good-one', 'a b', 'x'.repeat(200), '<script>'],
  traceparent: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'ff-x', '00-', '\xe4'],
  'X-Forwarded-For': ['127.0.0.1', '::1, unknown', ','.repeat(900), "' or 1=1"],
  'X-Forwarded-Proto': ['https', 'javascript'],
  Forwarded: ['for=_x;host="evil"'],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  Cookie: ['a=b; __Host-x=y', '=', ';'.repeat(900)],
  Origin: ['null', 'https://evil.example'],
  'Cache-Control': ['no-cache', 'max-age=x'],
  Upgrade: ['websocket', 'h2c'],
  TE: ['trailers, deflate'],
  'Content-MD5': ['x'],
  'Apollo-Require-Preflight': ['true'],
};

const special: fc.Arbitrary<Header> = fc
  .constantFrom(...Object.keys(SPECIAL))
  .chain((name) =>
    fc
      .oneof(
        { weight: 4, arbitrary: fc.constantFrom(...(SPECIAL[name] ?? [''])) },
        { weight: 1, arbitrary: hostileHeader },
      )
      .map((value) => [name, value] as const),
  );

/** Most clients send JSON. */
const contentType: fc.Arbitrary<Header> = fc
  .oneof(
    { weight: 20, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...['application/merge-patch+json; charset=utf-8', 'application/json; charset=utf-16'],
        ...[
          'text/plain',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          '',
        ],
      ),
    },
    { weight: 1, arbitrary: hostileHeader },
  )
  .map((value) => ['Content-Type', value] as const);

/** The headers of a request. Most of them pass the first checks. */
export function hostileHeaders(plant: Plant, key: fc.Arbitrary<string>): fc.Arbitrary<Header[]> {
  const [best = ''] = plant.credentials;
  const authorization = fc.oneof(
    { weight: 14, arbitrary: fc.constant(best) },
    { weight: 5, arbitrary: fc.constantFrom(...plant.credentials) },
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...CREDENTIALS) },
    { weight: 1, arbitrary: hostileHeader },
  );
  return fc
    .tuple(
      fc.oneof(
        { weight: 15, arbitrary: fc.constant(IDENTITY) },
        { weight: 1, arbitrary: fc.subarray([...IDENTITY]) },
      ),
      authorization,
      contentType,
      fc.option(fc.constant(['If-Match', '@ETAG@'] as const), { freq: 2, nil: null }),
      fc.option(fc.oneof({ weight: 8, arbitrary: key }, { weight: 1, arbitrary: hostileHeader }), {
        freq: 6,
      }),
      fc.oneof(
        { weight: 6, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.array(special, { maxLength: 3 }) },
      ),
      fc.option(fc.nat(150), { freq: 1, nil: 0 }).map((count) => (count > 140 ? 90 : 0)),
    )
    .map(([identity, credential, type, match, idempotency, extra, padding]) => [
      ...identity,
      ...(credential === null ? [] : [['Authorization', credential] as const]),
      type,
      ...(match === null ? [] : [match]),
      ...(idempotency === null ? [] : [['Idempotency-Key', idempotency] as const]),
      ...extra,
      ...Array.from({ length: padding }, (_, at) => [`X-Pad-${at}`, 'x'] as const),
    ]);
}

/** Idempotency keys: mostly new ones, and a few that repeat. */
export const idempotencyKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('again-1', 'again-2', 'again-3') },
);
