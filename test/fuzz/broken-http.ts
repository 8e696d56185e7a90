import fc from 'fast-check';

const BASE = 'GET /v1/games HTTP/1.1\r\nHost: fuzz\r\n';

/** Request heads that two HTTP parsers could interpret differently. */
const SHAPES = [
  `${BASE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/mods HTTP/1.1\r\nHost: x\r\n\r\n`,
  `${BASE}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  `${BASE}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`,
  `${BASE}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  `${BASE}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`,
  `${BASE}Content-Length: +5\r\n\r\nhello`,
  `${BASE}Content-Length: 99999999999999999999\r\n\r\n`,
  `${BASE}Expect: everything\r\n\r\n`,
  `${BASE}Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  `${BASE}${'X-A: b\r\n'.repeat(150)}\r\n`,
  `${BASE}X-A: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'POST /v1/mods HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n',
  'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a"\r\n',
  'GET /v1/games HTTP/1.0\r\n\r\n',
  'GET /v1/games\r\n\r\n',
  'CONNECT fuzz:80 HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n',
];

/** Bytes for a separate connection: the heads above, mutated heads and noise. */
export const brokenHttp: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...SHAPES).map((text) => Buffer.from(text, 'latin1')) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...SHAPES),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      )
      .map(([text, changes]) => {
        const bytes = Buffer.from(text, 'latin1');
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes;
      }),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  },
);
