import { expect, it } from 'vitest';
import { excerptOf } from '../../../../src/modules/catalog/documents/excerpt.js';

it.each([
  ['Needs SMAPI >= 4.0, my_mod and C#, ~5 MB', 'Needs SMAPI >= 4.0, my_mod and C#, ~5 MB'],
  ['2 * 3, 5*3, a -> b, see #general', '2 * 3, 5*3, a -> b, see #general'],
  ['`my_*.jar` and \\*stars\\*', 'my_*.jar and *stars*'],
  ['1.20.* and 1.21.*', '1.20.* and 1.21.*'],
  ['config/_settings.json, _G, \\[WIP\\](beta)', 'config/_settings.json, _G, [WIP](beta)'],
  ['```foo``` is a command', 'foo is a command'],
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
  ['**Note:** **C++** **`/home`** **W**indows', 'Note: C++ /home Windows'],
  ['first\\\nsecond  \nthird\n\nTitle\n==', 'first second third'],
  ['> quoted\n> twice\n\n# Heading\n\ntext\n\n---\n\n* a\n\n3. b', 'quoted twice text - a 3. b'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
  ['```js\nlet a_b = 1 > 0;\n```\nafter', 'let a_b = 1 > 0; after'],
])('an excerpt has no marks of Markdown: %s', (markdown, plain) => {
  expect(excerptOf(markdown)).toBe(plain);
});

it('an excerpt of a wide table whose rows have few cells keeps it as text, and no row makes more', () => {
  const table = `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${'|\n'.repeat(350)}`;
  expect(excerptOf(table)).toMatch(/^\|a\|a/);
});
