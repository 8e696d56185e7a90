import { Html, html } from '../../platform/html/html.js';
import { LOCALES, type Locale } from '../../registry/error-texts.js';
import type { Visit } from './visit.js';

/** The facts about a page for search engines, feed readers and messengers. */
export interface Metadata {
  readonly title: string;
  /** A short text about the page; long ones are cut. */
  readonly description: string;
  /** The lasting path and query of the page, without its language. */
  readonly path: string;
  /** The kind of the page for previews; a website by default. */
  readonly type?: 'website' | 'article' | 'profile';
  /**
   * The address of a picture for previews: absolute, or relative to the public URL. Null without
   * one.
   */
  readonly picture?: string | null | undefined;
  /** The feed of the page. */
  readonly feed?: { readonly path: string; readonly title: string } | undefined;
  /** Descriptions of the page in the vocabulary of schema.org. */
  readonly structured?: readonly object[];
}

/** Open Graph names a language with a country. */
const OPEN_GRAPH_LOCALES: Readonly<Record<Locale, string>> = {
  en: 'en_US',
  ru: 'ru_RU',
  de: 'de_DE',
};

/** The longest description that search engines and previews show. */
const DESCRIPTION_CHARACTERS = 200;

/** Renders the elements of the head that describe a public page. */
export function metadataOf({ ctx, locale, query }: Visit, page: Metadata): Html {
  const { publicUrl } = ctx.platform;
  const { title, type = 'website', picture, feed, structured = [] } = page;
  const inLanguage = (language: string | null) => addressOf(publicUrl, page.path, language);
  // The address with a language is a page of its own; without one, it follows the browser.
  const canonical = inLanguage(query['lang'] === locale ? locale : null);
  const description = shortened(page.description);
  const properties: readonly (readonly [string, string | null | undefined])[] = [
    ['og:site_name', 'modport'],
    ['og:title', title],
    ['og:description', description],
    ['og:type', type],
    ['og:url', canonical],
    ['og:locale', OPEN_GRAPH_LOCALES[locale]],
    ['og:image', picture && new URL(picture, publicUrl).href],
  ];
  return html`<link rel="canonical" href="${canonical}">
${LOCALES.map((language) => html`<link rel="alternate" hreflang="${language}" href="${inLanguage(language)}">\n`)}<link rel="alternate" hreflang="x-default" href="${inLanguage(null)}">
<meta name="description" content="${description}">
${properties.map(([name, value]) => value && html`<meta property="${name}" content="${value}">\n`)}${
  picture && html`<meta name="twitter:card" content="summary_large_image">\n`
}${
  feed &&
  html`<link rel="alternate" type="application/atom+xml" title="${feed.title}" href="${feed.path}">\n`
}${structured.map(structuredData)}`;
}

/**
 * Describes the place of a page for `structured`. `places` are the pages above it, the highest one
 * first, and then the page itself.
 */
export function breadcrumbs(
  publicUrl: string,
  places: readonly { readonly name: string; readonly path: string }[],
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: places.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, publicUrl).href,
    })),
  };
}

function addressOf(publicUrl: string, path: string, language: string | null): string {
  const url = new URL(path, publicUrl);
  if (language !== null) url.searchParams.set('lang', language);
  return url.href;
}

/** Data of this kind is never run. Escaped signs keep a text from closing the element. */
function structuredData(data: object): Html {
  const text = JSON.stringify(data).replace(/</g, '\\u003c');
  return html`<script type="application/ld+json">${new Html(text)}</script>\n`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const signs = [...line];
  if (signs.length <= DESCRIPTION_CHARACTERS) return line;
  return `${signs.slice(0, DESCRIPTION_CHARACTERS - 1).join('')}…`;
}
