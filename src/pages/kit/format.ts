import { type Html, html } from '../../platform/html/html.js';
import type { Locale } from '../../registry/error-texts.js';

export { sizeOf } from '../../registry/sizes.js';

/** A text by language code, as creators write it. */
export type LanguageTexts = Readonly<Record<string, string>>;

/** A text and the language that it is in. */
export interface LocalText {
  readonly text: string;
  readonly language: string;
}

/**
 * The form of a text that a visitor reads best: in their language, else in English, else in the
 * first language by code. A regional form such as `de-AT` counts as `de` if there is no `de`. Null
 * if the text has no form at all.
 */
export function bestOf(texts: LanguageTexts, locale: Locale): LocalText | null {
  const codes = Object.keys(texts).sort();
  const of = (language: string) =>
    codes.find((code) => code === language) ??
    codes.find((code) => code.startsWith(`${language}-`));
  const language = of(locale) ?? of('en') ?? codes[0];
  return language === undefined ? null : { text: texts[language] ?? '', language };
}

/** Like `bestOf`, only the text; empty if it has none. */
export function textOf(texts: LanguageTexts, locale: Locale): string {
  return bestOf(texts, locale)?.text ?? '';
}

/** Counts from here on are rounded. */
const ROUNDED_FROM = 10_000;

/** A count for people; counts of 10,000 and more are rounded, such as "1.2M". */
export function countOf(count: number, locale: Locale): string {
  const notation = count < ROUNDED_FROM ? 'standard' : 'compact';
  return new Intl.NumberFormat(locale, { notation, maximumFractionDigits: 1 }).format(count);
}

/** The forms of a text with a count `{n}`, by the plural rules of its language. */
export type PluralForms = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
>;

/** The text that fits a count in a language, such as "1 mod" and "2 mods". */
export function plural(count: number, locale: Locale, forms: PluralForms): string {
  return formOf(count, locale, forms).replace('{n}', countOf(count, locale));
}

function formOf(count: number, locale: Locale, forms: PluralForms): string {
  // A rounded count does not show the digits that decide. In Russian it ends with "тыс." or "млн",
  // which the form `many` follows.
  if (count >= ROUNDED_FROM) return forms.many ?? forms.other;
  return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
}

/**
 * A date (UTC) in the visitor's language. The script of the site shows it relative to now, such as
 * "3 days ago".
 */
export function momentOf(date: Date, locale: Locale): Html {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    date,
  );
  return html`<time datetime="${date.toISOString()}" data-relative>${text}</time>`;
}

/** A picture of a mod and its smaller forms. */
export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: LanguageTexts;
  readonly variants: readonly { readonly url: string; readonly width: number }[];
}

/** How a page shows a picture. */
export interface PictureLook {
  readonly locale: Locale;
  /** The width at which the page shows it, as the attribute `sizes`. */
  readonly sizes: string;
  /** Whether the browser may load it at once; others load when the visitor comes near. */
  readonly eager?: boolean;
  readonly class?: string;
}

/** A picture with its size, so that the page does not move when it loads. */
export function pictureOf(picture: Picture, look: PictureLook): Html {
  const { url, width, height, alt, variants } = picture;
  // The variants come in ascending order, and each is narrower than the picture.
  const forms = [...variants, { url, width }];
  const set = forms.map((form) => `${form.url} ${form.width}w`).join(', ');
  return html`<img src="${forms[0]?.url}" srcset="${set}" sizes="${look.sizes}" width="${width}" height="${height}" alt="${textOf(alt, look.locale)}"${
    !look.eager && html` loading="lazy"`
  } decoding="async"${look.class && html` class="${look.class}"`}>`;
}
