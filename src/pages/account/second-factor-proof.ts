import {
  checkPasskey,
  checkTotp,
  type PasskeyRequest,
  type SecondFactors,
  useRecoveryCode,
} from '../../modules/identity/index.js';
import { type Html, html } from '../../platform/html/html.js';
import { button, card, field, form, notice, type Visit } from '../kit/index.js';
import { codeField, type Fault, faultOf } from './code-field.js';
import { FACTOR_TEXTS } from './factor-texts.js';
import { askForm, passkeyIn, requestIn } from './passkey-form.js';
import { SIGN_IN_TEXTS } from './texts.js';

/** A page that asks for a second factor, and the account whose factors it asks for. */
export interface ProofPlace {
  readonly path: string;
  readonly purpose: PasskeyRequest['purpose'];
  readonly userId: string;
  /** The label of the button that sends a code. */
  readonly submit: string;
}

/** The field of a recovery code, and the value of `use` in the query of a page with this field. */
const RECOVERY = 'recovery';

/** Whether the page asks for a recovery code in place of a second factor. */
export function asksRecovery({ query }: Visit): boolean {
  return query['use'] === RECOVERY;
}

/**
 * Checks the submitted proof: a passkey, a recovery code, or the code of an authenticator app.
 * Returns null if it is right, else the fault for the form. A right code or response works only
 * once.
 */
export async function faultOfProof(visit: Visit, place: ProofPlace): Promise<Fault | null> {
  const { ctx, fields, locale } = visit;
  const { userId } = place;
  const passkey = passkeyIn(visit);
  if (passkey !== '') {
    const proof = await checkPasskey(ctx, requestIn(visit, place), passkey);
    return proof ? null : { fault: FACTOR_TEXTS[locale].wrongPasskey, status: 422 };
  }
  const recovery = fields.one(RECOVERY);
  if (recovery !== '') {
    return faultOf(visit, FACTOR_TEXTS[locale].wrongRecovery, () =>
      useRecoveryCode(ctx, { userId, code: recovery }),
    );
  }
  return faultOf(visit, SIGN_IN_TEXTS[locale].wrongCode, () =>
    checkTotp(ctx, { userId, code: fields.one('code') }),
  );
}

/**
 * The forms for the second factors of an account, and a link to the form for a recovery code. On a
 * page that asks for a recovery code (`asksRecovery`): only that form, and a link to the factors.
 */
export async function proofForms(
  visit: Visit,
  place: ProofPlace,
  { factors, fault }: { readonly factors: SecondFactors; readonly fault?: string | undefined },
): Promise<Html> {
  const texts = FACTOR_TEXTS[visit.locale];
  if (asksRecovery(visit)) {
    return html`${card(form(visit, [recoveryField(visit, fault), button({ label: place.submit })]))}
<p><a href="${pathOf(visit, place, {})}">${texts.otherWays}</a></p>
`;
  }
  const isPasskey = passkeyIn(visit) !== '';
  const ask = { label: texts.usePasskey, look: factors.hasTotp ? 'quiet' : 'primary' } as const;
  return html`${isPasskey && fault && notice('failed', html`<p>${fault}</p>`)}${
    factors.passkeys > 0 && card(await askForm(visit, place, ask), texts.passkey)
  }${factors.hasTotp && card(codeForm(visit, place, isPasskey ? undefined : fault))}<p><a href="${pathOf(visit, place, { use: RECOVERY })}">${texts.lost}</a></p>
`;
}

function codeForm(visit: Visit, { submit }: ProofPlace, fault: string | undefined): Html {
  return form(visit, [codeField(visit.locale, { fault }), button({ label: submit })]);
}

function recoveryField({ locale }: Visit, fault: string | undefined): Html {
  const texts = FACTOR_TEXTS[locale];
  return field({
    name: RECOVERY,
    label: texts.recovery,
    hint: texts.recoveryHint,
    error: fault,
    required: true,
    autofocus: true,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    maxlength: 40,
    look: 'code',
  });
}

function pathOf({ next }: Visit, { path }: ProofPlace, query: Record<string, string>): string {
  const all = new URLSearchParams({ ...query, ...(next === null ? {} : { next }) }).toString();
  return all === '' ? path : `${path}?${all}`;
}
