import type { Token } from 'markdown-it';
import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import {
  isAbsoluteLink,
  isOwnPicture,
  LINK_REL,
  LINK_SCHEMES,
  TEXT_ELEMENTS,
  withoutReordering,
} from '../../registry/author-texts.js';
import { createAuthorParser } from './author-parser.js';
import { Html, html } from './html.js';

/** The elements and attributes that a text of an author may become. */
const ALLOWED: IOptions = {
  allowedTags: [...TEXT_ELEMENTS, 'h3', 'h4', 'h5', 'h6', 's'],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'loading', 'decoding'],
    ol: ['start'],
  },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
};

/** A page has its own first and second headings. */
const HEADINGS = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' } as const;

/** Renders a text as safe HTML. */
type Renderer = (text: string) => Html;

/**
 * Creates a renderer for Markdown of authors. Its result has only elements and attributes of an
 * allow-list. A link to a relative address loses this address (`isAbsoluteLink`). Pictures of other
 * sites become links, because loading them would tell those sites who reads the page; `ownPictures`
 * is the start of the addresses that may be shown. A long text takes a while: pages use
 * `createMarkdownPool`.
 */
export function createMarkdown(ownPictures: string): Renderer {
  const markdown = createParser(ownPictures);
  const options = { ...ALLOWED, transformTags: transformsOf(ownPictures) };
  return (text) => new Html(sanitize(markdown.render(withoutReordering(text)), options));
}

/** Parses Markdown; raw HTML stays text. */
function createParser(ownPictures: string) {
  const parser = createAuthorParser({ linkify: true });
  parser.core.ruler.push('pictures_in_links', ({ tokens }) => {
    for (const { children } of tokens) markLinked(children ?? []);
  });
  parser.renderer.rules.image = (tokens, at) => {
    const src = String(tokens[at]?.attrGet('src') ?? '');
    const alt = tokens[at]?.content ?? '';
    if (isOwnPicture(src, ownPictures)) {
      return html`<img src="${src}" alt="${alt}" loading="lazy" decoding="async">`.text;
    }
    const isInLink = tokens[at]?.meta?.['isInLink'] === true;
    return (isInLink ? html`${alt || src}` : html`<a href="${src}">${alt || src}</a>`).text;
  };
  return parser;
}

/** Marks the pictures within links, because a link within a link is invalid. */
function markLinked(tokens: Token[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (token.type === 'link_open') depth += 1;
    if (token.type === 'link_close') depth -= 1;
    if (token.type === 'image' && depth > 0) token.meta = { isInLink: true };
  }
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
      attribs: isAbsoluteLink(href) ? { href, rel: LINK_REL } : {},
    }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: isOwnPicture(attribs['src'] ?? '', ownPictures) ? attribs : {},
    }),
  };
}
