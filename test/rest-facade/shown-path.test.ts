import { expect, test } from 'vitest';
import { shownPath } from '../../rest-facade/shown-path.js';

const TOKEN = `Q2${'aB3-_'.repeat(30)}`;
const encoded = (text: string) =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('');

const fiveTimes = (text: string) => encoded(encoded(encoded(encoded(encoded(text)))));

test.each([
  [`/storage/${TOKEN}`, '/storage/'],
  [`/mirror/${TOKEN}`, '/mirror/'],
  [`/mirror/${TOKEN}/more?x=1`, '/mirror/'],
  [`/MIRROR/${TOKEN}`, '/mirror/'],
  [`//mirror/${TOKEN}`, '/mirror/'],
  [`/\\storage\\${TOKEN}`, '/storage/'],
  [`/${encoded('mirror')}/${TOKEN}`, '/mirror/'],
  [`/${encoded(encoded('mirror'))}/${TOKEN}`, '/mirror/'],
  [encoded(`/mirror/${TOKEN}`), '/mirror/'],
  [`/mirror%2F${TOKEN}`, '/mirror/'],
  [`/mirror;${TOKEN}`, '/mirror/'],
  [`/%zz/${TOKEN}`, '/%zz/[hidden]'],
  [`/v1/mirror/${TOKEN}`, '/v1/mirror/[hidden]'],
  [`/mirrors/${TOKEN}`, '/mirrors/[hidden]'],
  [`/v1/${encoded(TOKEN)}`, '/v1/[hidden]'],
  [`/${fiveTimes(TOKEN)}`, '/[hidden]'],
])('shownPath hides the token of a signed URL in %s', (target, shown) => {
  expect(shownPath(target)).toBe(shown);
});

test.each(['mpat_k1_abc', 'mfak_abc', 'mfoc_abc', 'whsec_abc'])(
  'shownPath hides a secret in a path: %s',
  (secret) => {
    expect(shownPath(`/v1/mods/${secret}`)).toBe('/v1/mods/[hidden]');
  },
);

test.each([
  '/v1/mods/01900000-0000-7000-8000-000000000000/versions',
  `/v1/mods/${'a'.repeat(63)}`,
  '/v1/mods/%D0%BC%D0%BE%D0%B4',
  '/storages',
  '/storage-box',
  '/%',
])('shownPath keeps an ordinary path unchanged: %s', (path) => {
  expect(shownPath(path)).toBe(path);
});

test('shownPath drops the query of a path', () => {
  expect(shownPath('/oauth/authorize?code=secret')).toBe('/oauth/authorize');
  expect(shownPath('/a#b')).toBe('/a');
});
