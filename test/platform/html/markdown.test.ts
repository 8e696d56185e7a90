import { describe, expect, it } from 'vitest';
import { createMarkdown } from '../../../src/platform/html/markdown.js';

const OWN = 'https://modport.example/media/';
const render = createMarkdown(OWN);
const REL = 'rel="nofollow ugc noopener noreferrer"';
const link = (href: string, text = href) => `<a href="${href}" ${REL}>${text}</a>`;

/** The elements that a text of an author may become. */
const ELEMENTS =
  /^(h[3-6]|p|br|hr|blockquote|pre|code|ul|ol|li|a|img|em|strong|s|table|thead|tbody|tr|th|td)$/;
const ATTRIBUTES = /^(href|rel|src|alt|loading|decoding|start)$/;

/** Fails if some HTML has an element, an attribute or an address that the allow-list lacks. */
function requireSafe(html: string): void {
  for (const [, name = '', attributes = ''] of html.matchAll(/<\/?([^\s/>]+)([^>]*)>/g)) {
    expect(name).toMatch(ELEMENTS);
    for (const [, attribute = '', value = ''] of attributes.matchAll(/([^\s="]+)="([^"]*)"/g)) {
      expect(attribute).toMatch(ATTRIBUTES);
      if (attribute === 'href') expect(value).toMatch(/^(https?:|mailto:)/);
      if (attribute === 'src') expect(value.startsWith(OWN)).toBe(true);
    }
  }
}

/** Hostile texts, and what a page shows in their place. */
const HOSTILE: readonly (readonly [name: string, text: string, html: string])[] = [
  ['a script', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
  [
    'a script in a block of its own',
    'a\n\n<script src="//evil.example"></script>\n',
    '<p>a</p>\n<p>&lt;script src="<a>//evil.example</a>"&gt;&lt;/script&gt;</p>\n',
  ],
  [
    'an event handler',
    '<img src=x onerror="alert(1)">',
    '<p>&lt;img src=x onerror="alert(1)"&gt;</p>\n',
  ],
  [
    'an SVG picture with a script',
    '<svg/onload=alert(1)><script>alert(1)</script></svg>',
    '<p>&lt;svg/onload=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/svg&gt;</p>\n',
  ],
  ['an HTML comment', 'a <!-- --!> <b> -->', '<p>a &lt;!-- --!&gt; &lt;b&gt; --&gt;</p>\n'],
  ['CDATA', '<![CDATA[<b>]]>', '<p>&lt;![CDATA[&lt;b&gt;]]&gt;</p>\n'],
  ['a processing instruction', '<?php echo 1 ?>', '<p>&lt;?php echo 1 ?&gt;</p>\n'],
  ['a declaration', '<!DOCTYPE html>', '<p>&lt;!DOCTYPE html&gt;</p>\n'],
  [
    'a style',
    '<style>*{display:none}</style>',
    '<p>&lt;style&gt;*{display:none}&lt;/style&gt;</p>\n',
  ],
  ['a javascript: link', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
  [
    'a javascript: link in capitals',
    '[a](JaVaScRiPt:alert(1))',
    '<p>[a](JaVaScRiPt:alert(1))</p>\n',
  ],
  [
    'a javascript: link in entities',
    '[a](&#106;avascript&colon;alert(1))',
    '<p>[a](javascript:alert(1))</p>\n',
  ],
  [
    'a javascript: link in entities with a semicolon left out',
    '[a](jav&#x09;ascript:alert(1))',
    '<p><a>a</a></p>\n',
  ],
  ['a javascript: autolink', '<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>\n'],
  ['a vbscript: link', '[a](vbscript:msgbox(1))', '<p>[a](vbscript:msgbox(1))</p>\n'],
  ['a file: link', '[a](file:///etc/passwd)', '<p>[a](file:///etc/passwd)</p>\n'],
  [
    'a data: link',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '<p>[a](data:text/html;base64,PHNjcmlwdD4=)</p>\n',
  ],
  ['a data: picture', '![a](data:image/gif;base64,R0lGOD)', '<p><a>a</a></p>\n'],
  ['a link of another scheme', '[a](steam://run/1)', '<p><a>a</a></p>\n'],
  ['a relative link', '[a](/account/sign-out)', '<p><a>a</a></p>\n'],
  ['a protocol-relative link', '[a](//evil.example/)', '<p><a>a</a></p>\n'],
  [
    'a link with a title',
    '[a](https://e.example/ "<b>")',
    `<p>${link('https://e.example/', 'a')}</p>\n`,
  ],
  [
    'a link that closes its attribute',
    '[a](https://e.example/"onmouseover="alert(1))',
    `<p>${link('https://e.example/%22onmouseover=%22alert(1)', 'a')}</p>\n`,
  ],
  [
    'a link within a link',
    '[a [b](https://b.example/) c](https://c.example/)',
    `<p>[a ${link('https://b.example/', 'b')} c](${link('https://c.example/')})</p>\n`,
  ],
  ['an autolink', '<https://e.example/>', `<p>${link('https://e.example/')}</p>\n`],
  ['a bare address', 'https://e.example/a', `<p>${link('https://e.example/a')}</p>\n`],
  ['a mail address', '<a@e.example>', `<p>${link('mailto:a@e.example', 'a@e.example')}</p>\n`],
  [
    'an address with user information',
    '<https://modport.example@evil.example/>',
    `<p>${link('https://modport.example@evil.example/')}</p>\n`,
  ],
  [
    'a picture of another site',
    '![a](https://evil.example/a.png)',
    `<p>${link('https://evil.example/a.png', 'a')}</p>\n`,
  ],
  [
    'a picture of another site in a link',
    '[![a](https://evil.example/a.png)](https://e.example/)',
    `<p>${link('https://e.example/', 'a')}</p>\n`,
  ],
  [
    'a picture of this site',
    `![a](${OWN}a.webp)`,
    `<p><img src="${OWN}a.webp" alt="a" loading="lazy" decoding="async" /></p>\n`,
  ],
  [
    'a picture that leaves the folder of pictures',
    `![a](${OWN}../v1/me)`,
    `<p>${link(`${OWN}../v1/me`, 'a')}</p>\n`,
  ],
  [
    'a picture of a site whose name begins like this one',
    '![a](https://modport.example.evil.example/media/a.png)',
    `<p>${link('https://modport.example.evil.example/media/a.png', 'a')}</p>\n`,
  ],
  [
    'a text of a picture with HTML',
    `![<b>"](${OWN}a.webp)`,
    `<p><img src="${OWN}a.webp" alt="&lt;b&gt;&quot;" loading="lazy" decoding="async" /></p>\n`,
  ],
  ['entities', '&lt;b&gt; &amp;lt; &#60;b&#62;', '<p>&lt;b&gt; &amp;lt; &lt;b&gt;</p>\n'],
  ['a NUL', 'a\u0000b', '<p>a\ufffdb</p>\n'],
  ['bidirectional overrides', 'a\u202egnp.exe\u202c \u2066b\u2069', '<p>agnp.exe b</p>\n'],
  ['code with HTML', '`<b>`', '<p><code>&lt;b&gt;</code></p>\n'],
  [
    'a fence with a hostile language',
    '```"><script>\n<b>\n```',
    '<pre><code>&lt;b&gt;\n</code></pre>\n',
  ],
  ['a main heading', '# a\n\n## b', '<h3>a</h3>\n<h4>b</h4>\n'],
  [
    'a task list with a field',
    '- [ ] <input autofocus>',
    '<ul>\n<li>[ ] &lt;input autofocus&gt;</li>\n</ul>\n',
  ],
  [
    'a link by a definition',
    '[a]\n\n[a]: javascript:alert(1)',
    '<p>[a]</p>\n<p>[a]: javascript:alert(1)</p>\n',
  ],
];

describe('Markdown of authors', () => {
  it.each(HOSTILE)('%s becomes harmless', (_name, text, expected) => {
    const { text: html } = render(text);
    expect(html).toBe(expected);
    requireSafe(html);
  });

  it('a definition with a huge nesting keeps the nesting of the page small', () => {
    for (const part of ['> ', '- ', '*a ', '[', '![', '(']) {
      const { text } = render(part.repeat(5_000));
      requireSafe(text);
      const depth = [...text.matchAll(/<(?:blockquote|ul|li|em)>/g)].length;
      expect(depth, part).toBeLessThan(100);
    }
  });

  it('a word of 10,000 characters stays one word', () => {
    const word = 'x'.repeat(10_000);
    expect(render(word).text).toBe(`<p>${word}</p>\n`);
  });

  it('a table keeps its cells, and nothing else of their HTML', () => {
    const { text } = render('|a|b|\n|:-|-:|\n|<i>|[c](javascript:d)|');
    requireSafe(text);
    expect(text).toContain('<td>&lt;i&gt;</td>');
    expect(text).not.toContain('style');
  });
});

describe('tables', () => {
  const row = (cell: string, count: number) => `${`|${cell}`.repeat(count)}|\n`;

  it('a table may lack cells at the end of its rows', () => {
    const html = render(`${row('a', 4)}${row('-', 4)}|b|\n|c|d|\n`).text;
    expect(html.match(/<td>/g)).toHaveLength(8);
  });

  it('a wide table with many short rows stays text', () => {
    const html = render(`${row('a', 300)}${row('-', 300)}${'|\n'.repeat(350)}`).text;
    expect(html).toMatch(/^<p>\|a\|a/);
    expect(html).not.toContain('<t');
  });

  it('a wide table with all its cells remains a table', () => {
    const html = render(row('a', 50) + row('-', 50) + row('b', 50).repeat(20)).text;
    expect(html.match(/<td>/g)).toHaveLength(1_000);
  });
});
