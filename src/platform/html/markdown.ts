import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { Html, html } from './html.js';

/** Links of authors lend no rank to their targets and do not learn the page that has them. */
const REL = 'nofollow ugc noopener noreferrer';

/** The elements and attributes that a text of an author may contain after rendering. */
const ALLOWED: IOptions = {
  allowedTags: [
    ...['h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['a', 'img', 'em', 'strong', 's', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'loading', 'decoding'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** A page has its own first and second headings. */
const HEADINGS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' } as const;

/** Texts of one page are read again and again; rendering a long one takes milliseconds. */
const CACHED_CHARACTERS = 20_000_000;

/** The renderer of Markdown of authors: its result is safe HTML. */
export type RenderMarkdown = (text: string) => Html;

/**
 * Creates a renderer for Markdown of authors. Its result has only elements and attributes of an
 * allow-list. Links lead to absolute addresses. Pictures of other sites become links, because
 * loading them would tell those sites who reads the page; `ownPictures` is the start of the
 * addresses that may be shown.
 */
export function createMarkdown(ownPictures: string): RenderMarkdown {
  const markdown = createParser(ownPictures);
  const cache = new LRUCache<string, Html>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ text }, source) => text.length + source.length + 1,
  });
  const options = { ...ALLOWED, transformTags: transformsOf(ownPictures) };
  return (text) => {
    const known = cache.get(text);
    if (known) return known;
    const rendered = new Html(sanitize(markdown.render(text), options));
    cache.set(text, rendered);
    return rendered;
  };
}

/**
 * Parses Markdown; raw HTML stays text. The limit of nesting bounds the work for hostile texts.
 */
function createParser(ownPictures: string) {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });
  parser.renderer.rules.image = (tokens, at) => {
    const src = String(tokens[at]?.attrGet('src') ?? '');
    const alt = tokens[at]?.content ?? '';
    if (src.startsWith(ownPictures)) {
      return html`<img src="${src}" alt="${alt}" loading="lazy" decoding="async">`.text;
    }
    const before = tokens.slice(0, at).map(({ type }) => type);
    const isInLink = before.lastIndexOf('link_open') > before.lastIndexOf('link_close');
    return (isInLink ? html`${alt || src}` : html`<a href="${src}">${alt || src}</a>`).text;
  };
  return parser;
}

function transformsOf(ownPictures: string): NonNullable<IOptions['transformTags']> {
  const headings = Object.entries(HEADINGS).map(([from, tagName]) => [
    from,
    (_name: string, attribs: Attributes): Tag => ({ tagName, attribs }),
  ]);
  return {
    ...Object.fromEntries(headings),
    a: (tagName, { href = '' }) => ({
      tagName,
      // A relative link would lead into this site under any name.
      attribs: URL.canParse(href) ? { href, rel: REL } : {},
    }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: attribs['src']?.startsWith(ownPictures) ? attribs : {},
    }),
  };
}
