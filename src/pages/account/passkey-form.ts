import { askForPasskey, type PasskeyRequest } from '../../modules/identity/index.js';
import { type Html, html } from '../../platform/html/html.js';
import { button, form, type Visit } from '../kit/index.js';
import { FACTOR_TEXTS } from './factor-texts.js';

/** The field with the response of the device. The script of passkeys fills it in. */
const FIELD = 'passkey';

/** The response of a device in a submitted form, or an empty text. */
export function passkeyIn({ fields }: Visit): string {
  return fields.one(FIELD);
}

/**
 * A request for a passkey that only this session can respond to, or only this browser before
 * sign-in.
 */
export function requestIn(
  visit: Visit,
  { purpose, userId }: Pick<PasskeyRequest, 'purpose' | 'userId'>,
): PasskeyRequest {
  return { purpose, userId, sessionRef: visit.formToken() };
}

/** A form in which a device makes a passkey, or signs with one. */
export interface PasskeyForm {
  /** `make` registers a new passkey; `ask` signs with one that the device has. */
  readonly does: 'make' | 'ask';
  /** The options for the browser, as JSON. */
  readonly options: string;
  readonly label: string;
  readonly look?: 'primary' | 'quiet';
  /** The address that receives the form; by default, that of its page. */
  readonly action?: string;
  /** Further fields. */
  readonly fields?: Html;
}

/**
 * Renders a form for a passkey. The script of passkeys shows its button if the browser supports
 * passkeys. Otherwise, also without JavaScript, the form shows only what is missing.
 */
export function passkeyForm(visit: Visit, given: PasskeyForm): Html {
  const { does, options, label, look = 'quiet', action, fields = html`` } = given;
  const texts = FACTOR_TEXTS[visit.locale];
  const body = html`<input type="hidden" name="${FIELD}" value="">
<p class="hint" data-passkey-script>${texts.needsScript}</p>
<p class="hint" data-passkey-missing hidden>${texts.notHere}</p>
<p class="fault" role="alert" data-passkey-cancelled hidden>${texts.cancelled}</p>
${does === 'make' && html`<p class="fault" role="alert" data-passkey-known hidden>${texts.known}</p>\n`}<div data-passkey-ready hidden>${fields}${button({ label, look })}</div>
`;
  return html`<div data-passkey="${does}" data-options="${options}">
${form(visit, body, action)}</div>
`;
}

/** The form to sign with a passkey: of one account, or of any if `userId` is null. */
export async function askForm(
  visit: Visit,
  request: Pick<PasskeyRequest, 'purpose' | 'userId'>,
  look: Pick<PasskeyForm, 'label' | 'look' | 'action'>,
): Promise<Html> {
  const options = await askForPasskey(visit.ctx, requestIn(visit, request));
  return passkeyForm(visit, { ...look, does: 'ask', options });
}
