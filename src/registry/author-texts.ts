// The permitted contents of texts by authors. The site and the preview in the dashboard render
// texts alike, so these rules protect the readers of both.

/** The depth to which lists, quotes and emphasis may nest. It bounds the work for hostile texts. */
export const TEXT_NESTING = 20;

/**
 * The elements that Markdown of an author may become. Each renderer also allows headings and
 * deleted text, for which it has its own elements.
 */
export const TEXT_ELEMENTS = [
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
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;

/**
 * The `rel` of links in texts of authors. Search engines do not count such links, and the target
 * does not learn the address of the page.
 */
export const LINK_REL = 'nofollow ugc noopener noreferrer';

/** The schemes of addresses to which a link may lead. */
export const LINK_SCHEMES = ['http', 'https', 'mailto'] as const;

const ABSOLUTE_LINK = new RegExp(`^(?:${LINK_SCHEMES.join('|')}):`, 'i');

/**
 * Returns whether a link may lead to an address: it is absolute and has one of `LINK_SCHEMES`. A
 * relative link would lead into this site.
 */
export const isAbsoluteLink = (href: string): boolean =>
  ABSOLUTE_LINK.test(href) && URL.canParse(href);

/**
 * Returns whether a picture is one of this site, whose addresses begin with `ownPictures`, an
 * absolute URL. It compares the address as the browser reads it: `..` could lead out of the folder
 * of pictures. A relative address is no picture of this site.
 */
export function isOwnPicture(src: string, ownPictures: string): boolean {
  return URL.canParse(src) && new URL(src).href.startsWith(ownPictures);
}

/** Controls that reverse or reorder what follows, so that a text reads as another one. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** Returns whether a text has characters that reorder it: `exe.txt` for `txt.exe`. */
export const hasReordering = (text: string): boolean => REORDERING.test(text);

/** Returns a text without the characters that reorder it. */
export const withoutReordering = (text: string): string => text.split(REORDERING).join('');
