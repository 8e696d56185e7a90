import { type HtmlValue, html } from '../../platform/html/html.js';
import type { Faults } from './faults.js';
import { actions, button, form } from './form-components.js';
import { type Shown, show, type Visit } from './visit.js';

/** A question before something ends or is replaced. */
export interface Confirmation {
  readonly title: string;
  /** The paragraphs that say what will happen. */
  readonly text: HtmlValue;
  /** Hidden fields of the form. */
  readonly fields?: HtmlValue;
  /** The label of the button that confirms. */
  readonly label: string;
  /** The link that leaves the page without a change. */
  readonly cancel: readonly [path: string, label: string];
  readonly faults?: Faults | null;
}

/** Asks for confirmation, by a form that is sent to the address of the page. */
export function confirmationPage(visit: Visit, asked: Confirmation): Shown {
  const { title, text, fields, label, cancel, faults } = asked;
  const [path, keep] = cancel;
  const buttons = actions(button({ label, look: 'danger' }), html`<a href="${path}">${keep}</a>`);
  return show({
    title,
    status: faults?.status ?? 200,
    body: html`${faults?.above}${text}
${form(visit, html`${fields}${buttons}`)}`,
  });
}
