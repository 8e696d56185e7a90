import { createHash } from 'node:crypto';
import { DATA_POLICY } from '../../platform/html/frame.js';
import type { PageReply, Visit } from './visit.js';

/** A feed in the Atom format (RFC 4287). Its addresses are absolute. */
export interface Feed {
  /** The lasting address that names the feed. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** The language of the texts. */
  readonly language: string;
  /** The address of the feed. */
  readonly self: string;
  /** The address of the page that shows the same. */
  readonly page: string;
  /** The moment of the last change; the caller chooses it for a feed without entries. */
  readonly updated: Date;
  readonly entries: readonly FeedEntry[];
}

/** An entry of a feed. */
export interface FeedEntry {
  /** The lasting address that names the entry. */
  readonly id: string;
  readonly title: string;
  /** The address of the page of the entry. */
  readonly page: string;
  readonly published?: Date | undefined;
  readonly updated: Date;
  readonly author: { readonly name: string; readonly page?: string | undefined };
  /** A short text without formatting. */
  readonly summary?: string | undefined;
  /** A text as HTML, which the caller has sanitized. */
  readonly content?: string | undefined;
}

/** The media type of a feed. */
export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** Writes a feed as a document. */
export function atomFeed(feed: Feed): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escaped(feed.language)}">
${element('id', feed.id)}${element('title', feed.title)}${element('subtitle', feed.subtitle)}${link('self', feed.self)}${link('alternate', feed.page)}${moment('updated', feed.updated)}${feed.entries.map(entryOf).join('')}</feed>
`;
}

function entryOf(entry: FeedEntry): string {
  const { author } = entry;
  return `<entry>
${element('id', entry.id)}${element('title', entry.title)}${link('alternate', entry.page)}${moment('published', entry.published)}${moment('updated', entry.updated)}<author>
${element('name', author.name)}${element('uri', author.page)}</author>
${element('summary', entry.summary)}${element('content', entry.content, ' type="html"')}</entry>
`;
}

function element(name: string, text: string | undefined, attributes = ''): string {
  return text === undefined ? '' : `<${name}${attributes}>${escaped(text)}</${name}>\n`;
}

function moment(name: string, date: Date | undefined): string {
  return element(name, date?.toISOString());
}

function link(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escaped(href)}"/>\n`;
}

/** Characters that XML 1.0 forbids in every form, so that one of them would break the document. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');
}

/** How long a feed reader may reuse a response. */
const FRESH_SECONDS = 300;

/**
 * Sends a feed, or only a 304 to a feed reader that has it already (`If-None-Match`). A reader may
 * reuse it for five minutes. Returns null, because it has responded itself.
 */
export function sendFeed({ req, res, locale }: Visit, feed: Feed): PageReply {
  const text = atomFeed(feed);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  res.set({
    ETag: etag,
    'Content-Language': locale,
    'Cache-Control': `private, max-age=${FRESH_SECONDS}`,
    // Members of a team have feeds of drafts: the browser must not show them after signing out.
    Vary: 'Cookie, Accept-Language',
    'Content-Security-Policy': DATA_POLICY,
    'X-Content-Type-Options': 'nosniff',
  });
  if (req.headers['if-none-match']?.includes(etag)) res.status(304).end();
  else res.set('Content-Type', ATOM_TYPE).send(text);
  return null;
}
