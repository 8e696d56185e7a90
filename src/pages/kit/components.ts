import { type Html, type HtmlValue, html } from '../../platform/html/html.js';

/** A highlighted message. Screen readers announce errors at once. */
export function notice(kind: 'done' | 'info' | 'failed', body: HtmlValue): Html {
  const role = kind === 'failed' ? 'alert' : 'status';
  return html`<div class="notice ${kind}" role="${role}">${body}</div>
`;
}

/** A state or kind in a few words. */
export function badge(kind: 'good' | 'waiting' | 'bad' | 'plain', text: string): Html {
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
