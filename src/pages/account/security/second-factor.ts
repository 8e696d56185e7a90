import { encode } from 'uqr';
import {
  confirmTotp,
  mayEnrol,
  type OfferedTotp,
  offerTotp,
  raiseSession,
  readOffer,
  requireEnrolment,
} from '../../../modules/identity/index.js';
import { type Html, html } from '../../../platform/html/html.js';
import {
  button,
  card,
  field,
  form,
  type Handler,
  type PageKit,
  type PageReply,
  pathWithNext,
  redirectTo,
  SECRET_HEADERS,
  show,
  tooManyOf,
  type Visit,
} from '../../kit/index.js';
import { codeField, type Fault } from '../code-field.js';
import { HOME } from '../sign-in.js';
import { codesReply } from './recovery-codes.js';
import { SECURITY_TEXTS } from './texts.js';

/** The path of the page that sets up or replaces an authenticator app. */
const SECOND_FACTOR = '/account/security/second-factor';

/**
 * Asks for the password before the set-up of an authenticator app. A user who already has a second
 * factor must prove it first. Staff without one are referred to an operator: with a stolen
 * password, an attacker could gain their rights.
 */
export const secondFactorPage: Handler = async (visit) => {
  if (!(await mayEnrol(visit.ctx))) return askOperator(visit);
  await requireEnrolment(visit.ctx);
  return askPassword(visit, {});
};

/**
 * Shows a new secret to a user who entered their password. Until its confirmation it is not stored:
 * the form contains it, encrypted.
 */
export const offerSecondFactor: Handler = async (visit) => {
  const { ctx, fields, locale } = visit;
  try {
    const offer = await offerTotp(ctx, fields.one('password'));
    if (offer) return offerPage(visit, offer, {});
    return askPassword(visit, { fault: SECURITY_TEXTS[locale].wrongPassword, status: 422 });
  } catch (error) {
    const { text, ...more } = tooManyOf(error, locale);
    return askPassword(visit, { fault: text, ...more });
  }
};

/**
 * Activates the authenticator app after its first code proves that it has the secret, signs the
 * user out of all other browsers, and shows new recovery codes. A form that is sent again, as by a
 * double click, shows the same codes; after the codes were replaced it leads to the security page.
 */
export function confirmSecondFactor({ sessionCookie }: PageKit): Handler {
  return async (visit) => {
    const { ctx, fields, locale } = visit;
    const texts = SECURITY_TEXTS[locale];
    const offer = readOffer(ctx, fields.one('offer'));
    try {
      const confirmed = await confirmTotp(ctx, offer, fields.one('code'));
      if (!confirmed) return offerPage(visit, offer, { fault: texts.wrongCode, status: 422 });
      const { codes, isProved } = confirmed;
      if (codes.length === 0) return redirectTo(HOME, { notice: 'factor_set' });
      const session = isProved ? await raiseSession(ctx) : null;
      const cookies = session ? [sessionCookie.keep(session.token, session.expiresAt)] : [];
      return codesReply(visit, codes, { done: texts.factorSet, cookies });
    } catch (error) {
      const { text, ...more } = tooManyOf(error, locale);
      return offerPage(visit, offer, { fault: text, ...more });
    }
  };
}

/** Tells staff without a second factor to ask an operator for one. */
export function askOperator({ locale }: Visit): PageReply {
  const texts = SECURITY_TEXTS[locale];
  return show({
    title: texts.setUp,
    width: 'narrow',
    body: html`<p class="lead">${texts.byOperator}</p>
<p><a href="${HOME}">${texts.back}</a></p>
`,
  });
}

/**
 * The page with the password form, before the set-up or the replacement of an authenticator app,
 * and before a first passkey.
 */
export function askPassword(
  visit: Visit,
  { fault, ...more }: Fault,
  title = SECURITY_TEXTS[visit.locale].setUp,
): PageReply {
  const texts = SECURITY_TEXTS[visit.locale];
  return show({
    ...more,
    title,
    width: 'narrow',
    body: html`<p class="lead">${texts.passwordFirst}</p>
${card(
  form(visit, [
    field({
      name: 'password',
      label: texts.password,
      type: 'password',
      required: true,
      autofocus: true,
      autocomplete: 'current-password',
      error: fault,
    }),
    button({ label: texts.next }),
  ]),
)}
<p><a href="${HOME}">${texts.back}</a></p>
`,
  });
}

function offerPage(visit: Visit, offer: OfferedTotp, { fault, ...more }: Fault): PageReply {
  const texts = SECURITY_TEXTS[visit.locale];
  const confirm = `${SECOND_FACTOR}/confirm`;
  return show({
    ...more,
    headers: { ...more.headers, ...SECRET_HEADERS },
    title: texts.setUp,
    body: html`${card(
      html`<p>${texts.scan}</p>
${qrCode(offer.otpauthUrl, texts.qr)}
<p><strong>${texts.secret}</strong>
<code class="secret">${offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<details><summary>${texts.address}</summary>
<p><code class="secret">${offer.otpauthUrl}</code></p></details>
`,
      texts.scanTitle,
    )}
${card(
  form(
    visit,
    [
      html`<p>${texts.firstCode}</p>
<input type="hidden" name="offer" value="${offer.sealed}">
`,
      // Focus would scroll the picture out of view on a phone.
      codeField(visit.locale, { fault, autofocus: fault !== undefined }),
      button({ label: texts.turnOn }),
    ],
    visit.next ? pathWithNext(confirm, visit.next) : confirm,
  ),
  texts.firstCodeTitle,
)}
<p><a href="${HOME}">${texts.back}</a></p>
`,
  });
}

/**
 * A QR code as an inline SVG path, because the policy of pages allows no other source of pictures.
 */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 4, ecc: 'L' });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}"
 shape-rendering="crispEdges"><path fill="#000" d="${squares.join('')}"/></svg>`;
}
