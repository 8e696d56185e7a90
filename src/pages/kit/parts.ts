import { type Html, type HtmlValue, html } from '../../platform/html/html.js';
import { type IconName, icon } from '../../platform/html/icons.js';
import type { Locale } from '../../registry/error-texts.js';
import { isScope, isShownScope, SCOPES } from '../../registry/scopes.js';
import type { Visit } from './visit.js';

/** A link that looks like a button, because it leads to an action. */
export function linkButton(
  href: string,
  label: string,
  look: 'primary' | 'quiet' | 'danger' = 'primary',
): Html {
  return html`<a class="button ${look}" href="${href}">${label}</a>
`;
}

/** The description of a scope from the consent page; the name of an unknown scope. */
export function scopeWords(scope: string, locale: Locale): string {
  return isScope(scope) ? SCOPES[scope].description[locale] : scope;
}

/**
 * Scopes as a list of descriptions with their names. Omits the scopes that pages hide
 * (`isShownScope`).
 */
export function scopeList(scopes: readonly string[], locale: Locale): Html {
  const items = scopes.filter(isShownScope).map(
    (scope) => html`<li>${scopeWords(scope, locale)} <code class="dim">${scope}</code></li>
`,
  );
  return html`<ul class="lines">
${items}</ul>
`;
}

/** A list of technical values, one per line. */
export function codeList(texts: readonly string[]): Html {
  return html`<ul class="lines">
${texts.map((text) => html`<li><code>${text}</code></li>\n`)}</ul>
`;
}

/** A date (UTC) in the user's language, with its ISO form as an attribute. */
export function day(date: Date, locale: Locale): Html {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

/** A date with its time (UTC), where a day is not exact enough. */
export function dayAndTime(date: Date, locale: Locale): Html {
  const form = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const;
  const text = new Intl.DateTimeFormat(locale, form).format(date);
  return html`<time datetime="${date.toISOString()}">${text}</time>`;
}

/** A list row: a linked name, badges and a line of details. */
export function listRow(row: {
  readonly href: string;
  readonly name: string;
  readonly marks: HtmlValue;
  readonly about: HtmlValue;
}): Html {
  return html`<li><div><a class="name" href="${row.href}">${row.name}</a> ${row.marks}</div>
<div class="dim">${row.about}</div></li>
`;
}

/** A message in place of an empty list, optionally with a link that looks like a button. */
export function emptyList(
  sign: IconName,
  body: HtmlValue,
  link?: readonly [path: string, label: string],
): Html {
  return html`<div class="empty">${icon(sign)}${body}${link && html`<p>${linkButton(...link)}</p>\n`}</div>
`;
}

/** The cursor in the page's query; null if it is absent, empty or repeated. */
export function cursorOf({ query }: Visit): string | null {
  const { cursor } = query;
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

/** The link to the next page of a list; null without a cursor. `path` must not have a query. */
export function moreLink(path: string, cursor: string | null, label: string): Html | null {
  if (cursor === null) return null;
  return html`<p><a href="${path}?${new URLSearchParams({ cursor }).toString()}">${label}</a></p>
`;
}
