import MarkdownIt, { type Token } from 'markdown-it';
import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { Html, html } from './html.js';

/** Links of authors lend no rank to their targets and do not learn the page that has them. */
const REL = 'nofollow ugc noopener noreferrer';

/** The elements and attributes that a text of an author may become. */
const ALLOWED: IOptions = {
  allowedTags: [
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'em',
    'strong',
    's',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
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

/** Controls that reverse or reorder what follows, so that a text reads as another one. */
const REORDERS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The addresses to which a link may lead. */
const LEADS_OUT = /^(https?|mailto):/i;

/** Renders a text as safe HTML. */
type Renderer = (text: string) => Html;

/**
 * Creates a renderer for Markdown of authors. Its result has only elements and attributes of an
 * allow-list. Links lead to absolute addresses. Pictures of other sites become links, because
 * loading them would tell those sites who reads the page; `ownPictures` is the start of the
 * addresses that may be shown. A long text takes a while: pages use `createMarkdownPool`.
 */
export function createMarkdown(ownPictures: string): Renderer {
  const markdown = createParser(ownPictures);
  const options = { ...ALLOWED, transformTags: transformsOf(ownPictures) };
  return (text) => new Html(sanitize(markdown.render(text.replace(REORDERS, '')), options));
}

/**
 * Parses Markdown; raw HTML stays text. The limit of nesting bounds the work for hostile texts.
 */
function createParser(ownPictures: string) {
  const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 });
  parser.core.ruler.push('pictures_in_links', ({ tokens }) => {
    for (const { children } of tokens) markLinked(children ?? []);
  });
  parser.renderer.rules.image = (tokens, at) => {
    const src = String(tokens[at]?.attrGet('src') ?? '');
    const alt = tokens[at]?.content ?? '';
    if (isOwn(src, ownPictures)) {
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

/** Compares the address as the browser reads it: `..` could lead out of the folder of pictures. */
function isOwn(src: string, ownPictures: string): boolean {
  return URL.parse(src)?.href.startsWith(ownPictures) === true;
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
      attribs: LEADS_OUT.test(href) && URL.canParse(href) ? { href, rel: REL } : {},
    }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: isOwn(attribs['src'] ?? '', ownPictures) ? attribs : {},
    }),
  };
}
