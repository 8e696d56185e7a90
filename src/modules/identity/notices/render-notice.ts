import { escapeHtml } from '../../../platform/html/html.js';
import { oneLine } from '../../../platform/mail/smtp-mailer.js';
import { LOCALES, type Locale } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import type { NoticeLanguage, NoticeText } from './notice.js';
import { layOutNotice } from './notice-html.js';
import { NOTICES_DE } from './texts/de.js';
import { NOTICES_EN } from './texts/en.js';
import { NOTICES_RU } from './texts/ru.js';

/** Every message in every language. */
export const NOTICE_TEXTS: Readonly<Record<Locale, NoticeLanguage>> = {
  en: NOTICES_EN,
  ru: NOTICES_RU,
  de: NOTICES_DE,
};

/** The recipient of a message, the address of this service and the time of the cause (`at`). */
export interface Reading {
  readonly locale: Locale;
  readonly publicUrl: string;
  /** The name in the greeting. */
  readonly recipient: string;
  readonly at: Date;
  /** The token for the link of the message; null or undefined without one. */
  readonly token?: string | null;
}

/** A message as it is sent. */
export interface RenderedNotice {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Returns the supported language of a locale such as `de-AT`, else English. */
export function localeOf(locale: string): Locale {
  return LOCALES.find((known) => known === locale.slice(0, 2).toLowerCase()) ?? 'en';
}

/** Returns whether the link of a template needs a token. Throws for an unknown template. */
export function carriesToken(template: string): boolean {
  return textOfTemplate('en', template).link?.token === true;
}

function textOfTemplate(locale: Locale, template: string): NoticeText {
  const { templates } = NOTICE_TEXTS[locale];
  const text = new Map<string, NoticeText>(Object.entries(templates)).get(template);
  if (!text) throw new Error(`there is no template ${template}`);
  return text;
}

/**
 * Fills a template in the reader's language. Mail programs make no links of the recipient's name
 * and the values of `params`. A value longer than `LIMITS.mailQuoteCharacters` is cut, and a
 * missing one is empty. Throws if there is no such template, or if the link of the template needs a
 * token and `reading` has none.
 */
export function renderNotice(
  template: string,
  params: Readonly<Record<string, string>>,
  reading: Reading,
): RenderedNotice {
  const usual = NOTICE_TEXTS[reading.locale];
  const text = textOfTemplate(reading.locale, template);
  const { words = {}, greeting = usual.greeting, footer = usual.footer } = text;
  const quoted = Object.entries(params).map(([name, value]) => [name, unlinked(value)] as const);
  const values = new Map<string, string>([...quoted, ...Object.entries(builtIn(reading))]);
  const fill = (pattern: string, quote: (value: string) => string): string =>
    pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.get(name) ?? '';
      const wording = words[name]?.[value];
      return wording === undefined ? quote(shorten(value)) : fill(wording, quote);
    });
  const lines = [greeting, ...text.paragraphs];
  const link = text.link && {
    label: text.link.label,
    url: urlOf(reading, text.link, params),
  };
  const inHtml: Fill = (line) => fill(escapeHtml(line), escapeHtml);
  return {
    subject: fill(text.subject, (value) => value),
    text: textOf(lines, footer, link, (line) => fill(line, (value) => value)),
    html: layOutNotice({
      locale: reading.locale,
      subject: inHtml(text.subject),
      paragraphs: lines.map(inHtml),
      link,
      footer: inHtml(footer),
    }),
  };
}

/**
 * A link leads to the public address of this service. The headers of a request do not change it.
 */
function urlOf(
  { publicUrl, token }: Reading,
  link: NonNullable<NoticeText['link']>,
  params: Readonly<Record<string, string>>,
): string {
  const path = link.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const url = `${publicUrl}${path}`;
  if (!link.token) return url;
  if (!token) throw new Error('a message lacks the token of its link');
  return `${url}?${new URLSearchParams({ token })}`;
}

function builtIn({ locale, publicUrl, recipient, at }: Reading) {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const time = `${new Intl.DateTimeFormat(locale, form).format(at)} UTC`;
  return { recipient: unlinked(recipient), site: new URL(publicUrl).host, time };
}

function shorten(value: string): string {
  const signs = [...oneLine(value)];
  const most = LIMITS.mailQuoteCharacters;
  return signs.length > most ? `${signs.slice(0, most).join('')}…` : signs.join('');
}

/**
 * The narrowest space at which no line breaks, so that a host is still read as one word. A
 * character without width would be no protection: browsers drop it from the host of an address (UTS
 * 46).
 */
const GAP = '\u202f';

/** A value that mail programs do not turn into a link: a host and a scheme get a gap inside. */
function unlinked(value: string): string {
  return oneLine(value)
    .replace(/([.\u3002\uff0e\uff61])(?=\p{L}[\p{L}\p{M}])/gu, `$1${GAP}`)
    .replace(/:(?=\/\/)/g, `:${GAP}`);
}

interface Link {
  readonly label: string;
  readonly url: string;
}

type Fill = (line: string) => string;

function textOf(lines: readonly string[], footer: string, link: Link | undefined, fill: Fill) {
  const linked = link ? [`${link.label}: ${link.url}`] : [];
  return `${[...lines.map(fill), ...linked, `-- \n${fill(footer)}`].join('\n\n')}\n`;
}
