import { type HtmlValue, html } from '../../platform/html/html.js';
import { type IconName, icon } from '../../platform/html/icons.js';
import { actions } from './form-components.js';
import { linkButton } from './parts.js';
import { type Shown, show } from './visit.js';

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
