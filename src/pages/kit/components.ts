import { type Html, type HtmlValue, html } from '../../platform/html/html.js';
import { isStorable } from '../../platform/json.js';
import { LIMITS } from '../../registry/limits.js';
import { malformed, unstorable } from '../../registry/malformed.js';

/** A highlighted message. Screen readers announce errors at once. */
export function notice(kind: 'done' | 'info' | 'failed', body: HtmlValue): Html {
  const role = kind === 'failed' ? 'alert' : 'status';
  return html`<div class="notice ${kind}" role="${role}">${body}</div>
`;
}

/** A state in one word. */
export function badge(kind: 'good' | 'bad' | 'plain', text: string): Html {
  return html`<span class="badge ${kind}">${text}</span>`;
}

/** A section of a page. */
export function card(body: HtmlValue, title?: HtmlValue): Html {
  return html`<section class="card">
${title !== undefined && html`<h2>${title}</h2>`}
${body}</section>
`;
}

/** A list of names and values. */
export function facts(rows: readonly (readonly [name: string, value: HtmlValue])[]): Html {
  return html`<dl>
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

/** A table. Wide tables scroll, also with the keyboard. */
export function table(options: {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly HtmlValue[])[];
}): Html {
  const { caption, head, rows } = options;
  return html`<div class="scrolls" role="region" aria-label="${caption}" tabindex="0">
<table>
<caption>${caption}</caption>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>
</div>
`;
}

/** The submitted fields of a form. */
export interface Fields {
  /** The value of a field; empty if absent. Throws `invalid_request` if it is repeated. */
  one(name: string): string;
  /** All values of a field that may be repeated, such as a group of checkboxes. */
  all(name: string): readonly string[];
}

/** The fields of a request without a form. */
export const NO_FIELDS: Fields = { one: () => '', all: () => [] };

/**
 * Parses an urlencoded body. Throws `invalid_request` for too many fields, and `invalid_input` for
 * a text that PostgreSQL cannot store.
 */
export function readFields(body: string): Fields {
  const pairs = [...new URLSearchParams(body)];
  if (pairs.length > LIMITS.formFields) throw malformed('form_fields');
  if (!isStorable(pairs, 2)) throw unstorable();
  const all = (name: string) => pairs.filter(([given]) => given === name).map(([, value]) => value);
  return {
    all,
    one(name) {
      const [value = '', ...more] = all(name);
      if (more.length > 0) throw malformed('repeated_field', `${name} is repeated`);
      return value;
    },
  };
}
