import { type HtmlValue, html } from '../../platform/html/html.js';
import { card, notice } from './components.js';
import { actions } from './form-components.js';
import { linkButton } from './parts.js';
import { SECRET_HEADERS, type Shown, show } from './visit.js';

/** A secret that the response to a form shows. */
export interface RevealedSecret {
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
