import { escapeHtml } from './escape.js';

/** A piece of HTML, of which every text that came from outside is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: lists are joined, nothing is shown for null, undefined and false. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

/** Writes HTML as a template: whatever is not HTML itself is escaped. */
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
