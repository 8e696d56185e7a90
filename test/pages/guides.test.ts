import { describe, expect, it } from 'vitest';
import { GUIDE_LIST, nameOfGuide, READERS } from '../../src/pages/guides/guide-list.js';
import { renderMarkdownFile } from '../../src/pages/kit/markdown-file.js';
import { useWorld } from '../harness.js';
import { newVisitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
const english = { 'Accept-Language': 'en' };

const hrefsOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
/** The links of a page to guides. */
const guidesIn = (html: string, path: string) =>
  hrefsOf(html)
    .map((href) => new URL(href, `http://local.invalid${path}`))
    .filter(({ origin }) => origin === 'http://local.invalid')
    .filter(({ pathname, search }) => pathname.startsWith('/guides') && search === '');
const hasAnchor = (html: string, hash: string) =>
  hash === '' || html.includes(` id="${decodeURIComponent(hash.slice(1))}"`);

describe('the guides', () => {
  it('the list shows every guide to its readers, in the language of the visitor', async () => {
    const page = await newVisitor(world).get('/guides', { 'Accept-Language': 'de' });
    expect(page.status).toBe(200);
    expect(page.html).toContain('Für Mod-Manager');
    expect(page.html).toContain('Die Anleitungen sind auf Englisch geschrieben.');
    const listed = READERS.flatMap((reader) => GUIDE_LIST[reader]);
    expect(hrefsOf(page.html)).toEqual(
      expect.arrayContaining(listed.map((file) => `/guides/${nameOfGuide(file)}`)),
    );
  });

  it('every diagram of a guide is drawn, without a style or script of its own', async () => {
    const [page, plain] = await Promise.all(
      ['docs/generated/lifecycles.md', 'docs/architecture.md'].map((file) =>
        newVisitor(world).get(`/guides/${nameOfGuide(file)}`),
      ),
    );
    expect(page?.html.match(/<figure class="diagram">/g)?.length).toBe(13);
    expect(plain?.html.match(/<figure class="diagram">/g)?.length).toBe(2);
    const [drawing = ''] = /class="diagram"[\s\S]*?<\/svg>/.exec(plain?.html ?? '') ?? [];
    expect(drawing).toContain('identity');
    expect(drawing).not.toMatch(/<style|style="|<script|href=/);
    expect(page?.html).not.toContain('language-mermaid');
    expect(page?.html.match(/<h1/g)?.length).toBe(1);
    expect(page?.html).not.toContain('&lt;!--');
  });

  it('every link of a guide leads to a page with the anchor that it names', async () => {
    const visitor = newVisitor(world);
    const pages = new Map<string, string>();
    const waiting = ['/guides'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (pages.has(path)) continue;
      const page = await visitor.get(path, english);
      pages.set(path, page.status === 200 ? page.html : '');
      waiting.push(...guidesIn(page.html, path).map(({ pathname }) => pathname));
    }
    const broken = [...pages].flatMap(([path, html]) =>
      guidesIn(html, path)
        .filter(({ pathname, hash }) => !hasAnchor(pages.get(pathname) ?? '', hash))
        .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
    );
    expect(broken).toEqual([]);
    expect([...pages].filter(([, html]) => html === '').map(([path]) => path)).toEqual([]);
    expect(pages.size).toBeGreaterThan(60);
  });

  it('a guide has one title, its sections, and the list with its own place in it', async () => {
    const { html, status } = await newVisitor(world).get('/guides/install-plans', english);
    expect(status).toBe(200);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('<article lang="en"');
    expect(html).toContain('<a href="/guides/install-plans" aria-current="page">');
  });

  it('a search finds a section by a word of its text, the beginning of a word, and a misspelling', async () => {
    const visitor = newVisitor(world);
    for (const q of ['tombstoned', 'antivir', 'migratoin']) {
      const { html } = await visitor.get(`/guides?q=${q}`, english);
      expect([q, hrefsOf(html).some((href) => /^\/guides\/.*#/.test(href))]).toEqual([q, true]);
    }
  });

  it('a search without a result says so and keeps the list', async () => {
    const { html } = await newVisitor(world).get('/guides?q=qqxxzz', english);
    expect(html).toContain('No section has all of these words.');
    expect(hrefsOf(html)).toContain('/guides/uploads');
  });

  it('a search shows hostile words as text', async () => {
    const { html } = await newVisitor(world).get(
      `/guides?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
      english,
    );
    expect(html).not.toContain('<script>alert');
  });

  it.each([
    ['/guides/nothing', 404],
    ['/guides/..%2fpackage', 404],
    ['/guides/../../etc/passwd', 404],
    ['/guides/constructor', 404],
    ['/guides/prose/words.json', 404],
    [`/guides?q=${'a'.repeat(201)}`, 400],
  ])('the guides answer %s with %i', async (path, status) => {
    expect((await newVisitor(world).get(path, english)).status).toBe(status);
  });
});

describe('renderMarkdownFile', () => {
  const render = (source: string) =>
    renderMarkdownFile('docs/a.md', source, (file) => (file === 'docs/b.md' ? '/guides/b' : null));

  it.each([
    ['a link to another guide', '[B](b.md#part)', '<a href="/guides/b#part">B</a>'],
    ['a link to a file that is not served', '[code](../src/a.ts)', '<p>code</p>'],
    ['a link to another site', '[x](https://example.org)', '<a href="https://example.org">x</a>'],
    ['a link inside the guide', '[x](#part)', '<a href="#part">x</a>'],
    ['a picture, which the site does not serve,', 'a ![b](c.png)', '<p>a </p>'],
    ['HTML in the source', 'a <b>c</b>', 'a &lt;b&gt;c&lt;/b&gt;'],
  ])('renderMarkdownFile renders %s', (_what, source, expected) => {
    expect(render(source).body.text).toContain(expected);
  });

  it('renderMarkdownFile gives equal headings different anchors', () => {
    const { sections } = render('# A\n\n## Part\n\none\n\n## Part\n\ntwo');
    expect(sections.map(({ anchor, text }) => [anchor, text.trim()])).toEqual([
      ['a', ''],
      ['part', 'one'],
      ['part-1', 'two'],
    ]);
  });
});
