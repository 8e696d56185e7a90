import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import MarkdownView from '../../dashboard/src/kit/markdown-view.js';
import { createMarkdown } from '../../src/platform/html/markdown.js';
import { TEXT_NESTING } from '../../src/registry/author-texts.js';

const OWN = 'https://modport.example/media/';
const onSite = createMarkdown(OWN);

/** The preview of a text, without the element around it. */
function preview(text: string): string {
  const html = renderToStaticMarkup(createElement(MarkdownView, { text, ownPictures: OWN }));
  return html.slice('<div class="markdown">'.length, -'</div>'.length);
}

const link = (href: string, text = href) =>
  `<a href="${href}" rel="nofollow ugc noopener noreferrer" target="_blank">${text}</a>`;

/** Hostile texts, and their previews. */
const HOSTILE: readonly (readonly [name: string, text: string, html: string])[] = [
  ['a script', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['an event handler', '<img src=x onerror=a()>', '<p>&lt;img src=x onerror=a()&gt;</p>'],
  ['an element in a line', 'a <b>c</b>', '<p>a &lt;b&gt;c&lt;/b&gt;</p>'],
  ['a link to a page of this site', '[a](/account/sign-out)', '<p>a</p>'],
  ['a link to a fragment', '[a](#root)', '<p>a</p>'],
  ['a link without a scheme', '[a](//evil.example/)', '<p>a</p>'],
  ['a link with backslashes', '[a](\\\\\\\\evil.example)', '<p>a</p>'],
  ['a javascript: link', '[a](javascript:alert(1))', '<p>a</p>'],
  ['a javascript: link in entities', '[a](&#106;avascript&colon;alert(1))', '<p>a</p>'],
  ['a javascript: link with a tab', '[a](jav&#x09;ascript:alert(1))', '<p>a</p>'],
  ['a javascript: link by a definition', '[a]\n\n[a]: javascript:alert(1)', '<p>a</p>'],
  ['a data: link', '[a](data:text/html,x)', '<p>a</p>'],
  ['a link of another scheme', '[a](steam://run/1)', '<p>a</p>'],
  ['a link without a host', '[a](https://)', '<p>a</p>'],
  ['a javascript: picture', '![a](javascript:alert(1))', '<p>a</p>'],
  ['a javascript: picture without a text', '![](javascript:alert(1))', '<p></p>'],
  ['a picture at a path of this site', '![a](/account/sign-out)', '<p>a</p>'],
  ['a data: picture', '![a](data:image/gif;base64,R0lGOD)', '<p>a</p>'],
  [
    'a picture of another site',
    '![a](https://evil.example/a.png)',
    `<p>${link('https://evil.example/a.png', 'a')}</p>`,
  ],
  [
    'a picture of another site in a link',
    '[![a](https://evil.example/a.png)](https://e.example/)',
    `<p>${link('https://e.example/', 'a')}</p>`,
  ],
  [
    'a picture of another site in a link that leads nowhere',
    '[![a](https://evil.example/a.png)](javascript:alert(1))',
    `<p>${link('https://evil.example/a.png', 'a')}</p>`,
  ],
  [
    'a picture of this site',
    `![a](${OWN}a.webp)`,
    `<p><img src="${OWN}a.webp" alt="a" loading="lazy"/></p>`,
  ],
  [
    'a picture that leaves the folder of pictures',
    `![a](${OWN}../v1/me)`,
    `<p>${link(`${OWN}../v1/me`, 'a')}</p>`,
  ],
  [
    'an address in the text of a link',
    '[a https://b.example/](https://c.example/)',
    `<p>${link('https://c.example/', 'a https://b.example/')}</p>`,
  ],
  ['bidirectional overrides', 'a\u202egnp.exe\u202c', '<p>agnp.exe</p>'],
  ['a task list', '- [ ] a', '<ul>\n<li>[ ] a</li>\n</ul>'],
  ['a footnote', 'a[^1]\n\n[^1]: https://e.example', `<p>a${link('https://e.example', '^1')}</p>`],
  ['a fence with a hostile language', '```"><b>\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>'],
  ['a heading and a strike', '# a\n\n~~b~~', '<h3>a</h3>\n<p><s>b</s></p>'],
];

/** The addresses of links and pictures in some HTML. */
const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);

describe('the preview of Markdown', () => {
  it.each(HOSTILE)('%s becomes harmless', (_name, text, expected) => {
    expect(preview(text)).toBe(expected);
  });

  it.each(HOSTILE)(
    '%s leads to no address to which the page of the site does not',
    (_name, text) => {
      const allowed = addressesIn(onSite(text).text);
      expect(addressesIn(preview(text)).filter((address) => !allowed.includes(address))).toEqual(
        [],
      );
    },
  );

  it('a table with more cells than characters stays text, as on the site', () => {
    const sparse = `${'|'.repeat(257)}\n${'|-'.repeat(256)}|\n${'|\n'.repeat(256)}`;
    const html = preview(`# a\n\n${sparse}\n> ${sparse.split('\n').join('\n> ')}`);
    expect(html).not.toContain('<table>');
    expect(onSite(sparse).text).not.toContain('<table>');
    expect(html.length).toBeLessThan(4_000);
  });

  it('a table with a text in each cell stays a table', () => {
    expect(preview('|a|b|\n|-|-|\n|c|d|')).toContain('<td>d</td>');
  });

  it.each([
    ['quotes', '> '.repeat(20_000)],
    ['lists', '- '.repeat(20_000)],
    ['numbered lists', '1. '.repeat(20_000)],
  ])('%s of 20,000 levels are shown with the levels of the site', (_name, markers) => {
    const html = preview(`${markers}a`);
    expect(html.match(/<(?:blockquote|[ou]l)>/g)?.length).toBeLessThanOrEqual(TEXT_NESTING);
  });

  it.each([
    ['emphasis of two kinds', '**a_'],
    ['alternating emphasis', '*_'],
    ['strikes', '~a '],
    ['brackets', '['],
  ])('%s in 60,000 characters of one paragraph stay text', (_name, marker) => {
    const text = marker.repeat(60_000 / marker.length);
    expect(preview(text)).toBe(`<p>${text.trim()}</p>`);
  });

  it.each([
    ['an address with a long trail', `www.a${'!'.repeat(59_000)}a`],
    ['addresses that are joined by markers', '_www.a'.repeat(10_000)],
    ['titles of links without an end', `${'[](b ('.repeat(2_000)}${'a\n'.repeat(24_000)}`],
  ])('%s in 60,000 characters stay text', (_name, text) => {
    expect(preview(text)).not.toContain('<a');
  });

  it('closed brackets in 60,000 characters of one paragraph stay text', () => {
    const text = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    expect(preview(text)).toBe(`<p>${text}</p>`);
  });

  it('emphasis and links in many paragraphs are shown', () => {
    expect(preview('**a** _b_ [c](https://e.example)\n\n'.repeat(1_000))).toContain(
      `<strong>a</strong> <em>b</em> ${link('https://e.example', 'c')}`,
    );
  });

  it('levels below the two hundredth stay text, also if lines continue those before', () => {
    const lines = Array.from(
      { length: 40 },
      (_, at) => `${'  '.repeat(20 * at)}${'- '.repeat(20)}a`,
    );
    const html = preview(lines.join('\n'));
    expect(html.match(/<ul>/g)?.length).toBeLessThanOrEqual(100);
  });
});
