import { type HtmlValue, html } from '../../platform/html/html.js';
import { type IconName, icon } from '../../platform/html/icons.js';
import { card, notice } from './components.js';
import type { Faults } from './faults.js';
import { actions, button, form } from './form-components.js';
import { linkButton } from './parts.js';
import { SECRET_HEADERS, type Shown, show, type Visit } from './visit.js';

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
  /** The faults of a confirmation that failed; null or absent before one. */
  readonly faults?: Faults | null;
}

/** Asks for confirmation, by a form that is sent to the address of the page. */
export function confirmationPage(visit: Visit, requested: Confirmation): Shown {
  const { title, text, fields, label, cancel, faults } = requested;
  const [path, keep] = cancel;
  const buttons = actions(button({ label, look: 'danger' }), html`<a href="${path}">${keep}</a>`);
  return show({
    title,
    status: faults?.status ?? 200,
    body: html`${faults?.above}${text}
${form(visit, html`${fields}${buttons}`)}`,
  });
}

/** A secret that the response to a form shows. */
interface RevealedSecret {
  readonly title: string;
  /** The sentence above the secret, such as that it is shown only here. */
  readonly warning: string;
  readonly secret: string;
  /** Values that belong to the secret, shown above it. */
  readonly before?: HtmlValue;
  /** A remark about its use. */
  readonly use?: HtmlValue;
  /** The link that leaves the page. */
  readonly done: readonly [path: string, label: string];
  readonly status?: number;
}

/**
 * Shows a secret. Send it only as the response to the form that made or revealed the secret, so
 * that no URL, cookie or log contains it.
 */
export function secretPage({
  title,
  warning,
  before,
  secret,
  use,
  done,
  status = 200,
}: RevealedSecret): Shown {
  return show({
    title,
    status,
    headers: SECRET_HEADERS,
    body: html`${notice('info', html`<p>${warning}</p>`)}${card(
      html`${before}<p><code class="secret">${secret}</code></p>
${use && html`<p class="dim">${use}</p>\n`}`,
    )}${actions(linkButton(...done))}`,
  });
}

/** A page that says one thing and leads on: an error, a link without effect, a message sent. */
export interface Message extends Omit<Shown, 'kind' | 'body' | 'heading' | 'width'> {
  readonly icon: IconName;
  /** The paragraphs that say what happened and what to do. */
  readonly text: HtmlValue;
  /** The links that lead on; the first one is what most visitors want. */
  readonly links: readonly (readonly [path: string, label: string])[];
  /** A remark below the links. */
  readonly note?: HtmlValue;
}

/** Shows a message with the links that lead on. */
export function messagePage({ icon: sign, text, links, note, ...page }: Message): Shown {
  const buttons = links.map(([path, label], at) =>
    linkButton(path, label, at === 0 ? 'primary' : 'quiet'),
  );
  return show({
    ...page,
    heading: 'own',
    width: 'narrow',
    body: html`<div class="message">
${icon(sign)}<h1>${page.title}</h1>
${text}
${buttons.length > 0 && actions(buttons)}${note}</div>
`,
  });
}
