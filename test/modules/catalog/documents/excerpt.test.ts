import { expect, it } from 'vitest';
import { excerptOf } from '../../../../src/modules/catalog/documents/excerpt.js';

it.each([
  ['Needs SMAPI >= 4.0, my_mod and C#, ~5 MB', 'Needs SMAPI >= 4.0, my_mod and C#, ~5 MB'],
  ['2 * 3, 5*3, a -> b, see #general', '2 * 3, 5*3, a -> b, see #general'],
  ['`my_*.jar` and \\*stars\\*', 'my_*.jar and *stars*'],
])('an excerpt keeps the signs of a text that mark nothing: %s', (markdown, plain) => {
  expect(excerptOf(markdown)).toBe(plain);
});

it.each([
  [
    '**bold** _it_ ***both*** ~~gone~~ «**да**» 这是**粗体**文字',
    'bold it both gone «да» 这是粗体文字',
  ],
  [
    'See [the wiki](https://e.example/Foo_(bar)) and <https://e.example>.',
    'See the wiki and https://e.example.',
  ],
  ['![cover](a_(b).png) text', 'text'],
  ['> quoted\n> twice\n\n# Heading\n\ntext\n\n---\n\n* a\n+ b', 'quoted twice text - a - b'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', '| a | b | | 1 | 2 |'],
  ['```js\nlet a_b = 1 > 0;\n```\nafter', 'let a_b = 1 > 0; after'],
])('an excerpt has no marks of Markdown: %s', (markdown, plain) => {
  expect(excerptOf(markdown)).toBe(plain);
});

it.each(['*', '_', '`', '[', '[a](', '>', '#', '(', '|-'])(
  'an excerpt of a text that repeats %s takes no long time',
  (sign) => {
    const started = performance.now();
    excerptOf(sign.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(500);
  },
);
