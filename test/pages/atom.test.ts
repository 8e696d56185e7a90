import { expect, test } from 'vitest';
import { atomFeed } from '../../src/pages/kit/index.js';

const feed = {
  id: 'https://modport.example/mods/1',
  title: 'New versions',
  language: 'en',
  self: 'https://modport.example/mods/1/feed.atom',
  page: 'https://modport.example/mods/1',
  updated: new Date('2026-01-02T03:04:05Z'),
  entries: [],
};

test('a feed names itself, its page and its last change', () => {
  const text = atomFeed(feed);
  expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">');
  expect(text).toContain(`<link rel="self" href="${feed.self}"/>`);
  expect(text).toContain(`<link rel="alternate" href="${feed.page}"/>`);
  expect(text).toContain('<updated>2026-01-02T03:04:05.000Z</updated>');
  expect(text).not.toContain('<entry>');
});

test('a feed escapes hostile texts and leaves out what XML forbids', () => {
  const text = atomFeed({
    ...feed,
    title: ']]><script>&\u0000\u0008\ud800"',
    entries: [
      {
        id: 'https://modport.example/mods/1/versions/2',
        title: '<![CDATA[',
        page: 'https://modport.example/?a=1&b="2"',
        updated: feed.updated,
        author: { name: '</author>' },
        content: '<p>a</p>',
      },
    ],
  });
  expect(text).toContain('<title>]]&gt;&lt;script&gt;&amp;\ufffd&quot;</title>');
  expect(text).toContain('<title>&lt;![CDATA[</title>');
  expect(text).toContain('href="https://modport.example/?a=1&amp;b=&quot;2&quot;"');
  expect(text).toContain('<name>&lt;/author&gt;</name>');
  expect(text).toContain('<content type="html">&lt;p&gt;a&lt;/p&gt;</content>');
  expect(text).not.toMatch(/<(?:published|summary|uri|subtitle)>/);
});
