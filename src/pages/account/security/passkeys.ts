import {
  listPasskeys,
  type OwnPasskey,
  type SecondFactors,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import type { Locale } from '../../../registry/error-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import {
  actions,
  badge,
  emptyList,
  type Handler,
  linkButton,
  momentOf,
  notice,
  show,
} from '../../kit/index.js';
import { HOME } from '../sign-in.js';
import { PASSKEY_TEXTS } from './passkey-texts.js';
import { SECURITY_TEXTS } from './texts.js';

/** The path of the page that lists the passkeys of a user. */
export const PASSKEYS = '/account/security/passkeys';

/** The path of the page that adds a passkey. */
const ADD_PASSKEY = `${PASSKEYS}/add`;

/** Lists the passkeys of the user. Offers to add one, unless the user has the most allowed. */
export const passkeysPage: Handler = async ({ ctx, locale, notice: key }) => {
  const texts = PASSKEY_TEXTS[locale];
  const passkeys = await listPasskeys(ctx);
  const done = {
    passkey_added: texts.added,
    passkey_renamed: texts.renamed,
    passkey_removed: texts.removed,
  };
  const message = Object.entries(done).find(([name]) => name === key)?.[1];
  const isFull = passkeys.length >= LIMITS.passkeysPerUser;
  return show({
    title: texts.title,
    body: html`<p class="lead">${texts.lead}</p>
${message && notice('done', html`<p>${message}</p>`)}
${
  passkeys.length === 0
    ? emptyList('key', html`<p>${texts.none}</p>`, [ADD_PASSKEY, texts.add])
    : listOf(passkeys, locale)
}
${isFull && html`<p>${texts.most}</p>`}
${actions(
  !isFull && passkeys.length > 0 && linkButton(ADD_PASSKEY, texts.add),
  linkButton(HOME, SECURITY_TEXTS[locale].back, 'quiet'),
)}
`,
  });
};

function listOf(passkeys: readonly OwnPasskey[], locale: Locale): Html {
  const texts = PASSKEY_TEXTS[locale];
  return html`<ul class="rows">
${passkeys.map(
  ({ id, name, backedUp, createdAt, lastUsedAt }) => html`<li><span class="name">${name}</span> ${
    backedUp && badge('plain', texts.synced)
  }
<p class="dim">${texts.createdAt}: ${momentOf(createdAt, locale)} · ${texts.lastUsedAt}: ${
    lastUsedAt ? momentOf(lastUsedAt, locale) : texts.never
  }</p>
<p><a href="${PASSKEYS}/${id}" aria-label="${texts.change}: ${name}">${texts.change}</a></p></li>
`,
)}</ul>
`;
}

/** The link to the passkeys of a user, with the number of passkeys if there are any. */
export function passkeySummary(locale: Locale, { passkeys }: SecondFactors): Html {
  const count = passkeys > 0 && html` (${passkeys})`;
  return html`<p><a href="${PASSKEYS}">${PASSKEY_TEXTS[locale].title}</a>${count}</p>
`;
}
