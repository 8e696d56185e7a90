const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML content or an attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

/** A piece of HTML in which every outside text is escaped. The constructor does not escape. */
export class Html {
  constructor(readonly text: string) {}
}

/** The values of a template. Lists are joined; null, undefined and false render nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Renders an HTML template. It escapes every value that is not `Html`. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const filled = parts.map((part, at) => (at === 0 ? part : rendered(values[at - 1]) + part));
  return new Html(filled.join(''));
}

function rendered(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(rendered).join('');
  return escapeHtml(String(value));
}
