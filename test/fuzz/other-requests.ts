import fc from 'fast-check';
import { ERRORS } from '../../src/registry/errors.js';
import { hostileHeaders, idempotencyKey } from './headers.js';
import { hostileSegment, hostileText } from './hostile-values.js';
import type { Plant } from './plant.js';
import type { FuzzRequest } from './request.js';

const PAGES = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/playground',
  '/playground/',
  '/playground/main.js',
  '/docs',
  '/docs/',
  '/v1/docs',
  '/v1/openapi.json',
  '/api/v1/openapi.json',
  '/problems',
  '/problems/',
  '/favicon.ico',
  '/robots.txt',
  '/.env',
  '/.git/config',
  '/account',
  '/account/sign-in?next=//x&lang=de',
  '/account/sign-in/code',
  '/account/sign-out',
  '/account/step-up',
  '/account/security/second-factor/confirm',
  '/account/continue?next=/oauth/x',
  '/oauth/token',
  '/.well-known/jwks.json',
];

/** Addresses of the catalog pages that end with a name or a value. */
const CATALOG_PAGES = [
  '/games/',
  '/users/',
  '/sitemap/mods-',
  '/sitemap.xml?',
  '/games?cursor=',
  '/mods?q=',
  '/mods?cursor=',
  '/mods?game=',
  '/mods?author=',
  '/mods?q=a&loader=',
];

const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'];

/** Requests outside REST and GraphQL: objects, pictures, pages and unknown paths. */
export function otherRequests(plant: Plant): fc.Arbitrary<FuzzRequest> {
  const codes = Object.keys(ERRORS);
  const file = fc.constantFrom(...plant.ids.mod).map((id) => `${id}.webp`);
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PAGES) },
    { weight: 2, arbitrary: fc.constantFrom(...codes).map((code) => `/problems/${code}`) },
    { weight: 1, arbitrary: hostileSegment.map((segment) => `/problems/${segment}`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...CATALOG_PAGES), hostileSegment)
        .map(([start, segment]) => `${start}${segment}`),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '/storage/@SIGNED@',
        '/storage/@SIGNED@A',
        '/storage/',
        '/storage/x/../y',
      ),
    },
    { weight: 1, arbitrary: hostileSegment.map((segment) => `/storage/${segment}`) },
    { weight: 1, arbitrary: fc.oneof(file, hostileSegment).map((name) => `/media/${name}`) },
    { weight: 1, arbitrary: hostileSegment.map((segment) => `/playground/${segment}`) },
    {
      weight: 1,
      arbitrary: fc.array(hostileSegment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
    },
  );
  const body = fc.option(
    hostileText.map((text) => Buffer.from(text)),
    { freq: 1 },
  );
  return fc
    .tuple(
      fc.constantFrom(...METHODS),
      path,
      hostileHeaders(plant, idempotencyKey),
      body,
      fc.nat(3),
    )
    .map(([method, target, headers, sent, chunk]) => ({
      method,
      target,
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : sent,
      chunked: chunk === 0,
    }));
}
