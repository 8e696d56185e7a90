import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPathMatcher, parameterNames } from '../../../rest-facade/matcher.js';
import { routes } from '../../../rest-facade/routes/index.js';
import { anyText, wholeText } from './texts.js';

const matcher = createPathMatcher<string>();
for (const [operationId, { method, path }] of Object.entries(routes)) {
  matcher.add(method, path, operationId);
}

const value = wholeText.filter((text) => text !== '');

const percent = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/** A segment with some of its characters percent-encoded without need. */
const spelled = (segment: string, mask: readonly boolean[]) =>
  [...segment].map((letter, at) => (mask[at % mask.length] ? percent(letter) : letter)).join('');

describe('the route matcher', () => {
  it('the route matcher finds a route in any percent-encoding, with or without a trailing slash', () => {
    const mask = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
    const values = fc.array(value, { minLength: 3, maxLength: 3 });
    const route = fc.constantFrom(...Object.entries(routes));
    fc.assert(
      fc.property(route, values, mask, fc.boolean(), ([operationId, route], texts, bits, slash) => {
        const names = parameterNames(route.path);
        const segments = route.path.split('/').map((segment) => {
          const at = names.indexOf(segment.slice(1, -1));
          return at < 0 ? spelled(segment, bits) : encodeURIComponent(texts[at] ?? '');
        });
        const found = matcher.find(route.method, `${segments.join('/')}${slash ? '/' : ''}`);
        const parameters = Object.fromEntries(names.map((name, at) => [name, texts[at]]));
        expect(found).toEqual({ value: operationId, pattern: route.path, parameters });
      }),
    );
  });

  it('the route matcher throws only URIError for any path', () => {
    fc.assert(
      fc.property(fc.webPath(), anyText, (path, tail) => {
        try {
          matcher.find('GET', `/${path}${tail}`);
        } catch (error) {
          expect(error).toBeInstanceOf(URIError);
        }
      }),
    );
  });

  it('the route matcher prefers a literal to a parameter in each segment, in any declaration order', () => {
    const patterns = ['/a/b', '/a/{x}', '/{y}/b', '/{y}/{x}', '/a/{x}/c', '/{y}/b/{z}'];
    const shuffled = fc.shuffledSubarray(patterns, { minLength: patterns.length });
    const segment = fc.constantFrom('a', 'b', 'c', 'd');
    const path = fc.array(segment, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(shuffled, path, (declared, segments) => {
        const own = createPathMatcher<string>();
        for (const pattern of declared) own.add('GET', pattern, pattern);
        const found = own.find('GET', `/${segments.join('/')}`)?.value ?? null;
        // The reference: of all matching patterns, the one whose first literal comes first.
        const fits = patterns.filter((pattern) => {
          const parts = pattern.split('/').slice(1);
          const isFit = parts.every((part, at) => part.startsWith('{') || part === segments[at]);
          return parts.length === segments.length && isFit;
        });
        const rank = (pattern: string) => pattern.replace(/\{\w\}/g, '~');
        const best = fits.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] ?? null;
        expect(found).toBe(best);
      }),
    );
  });
});
