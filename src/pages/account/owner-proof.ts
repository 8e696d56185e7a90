import { isProtected, needsPassword, readOwnFactors } from '../../modules/identity/index.js';
import { type Html, html } from '../../platform/html/html.js';
import { field, pathWithNext, type Texts, type Visit } from '../kit/index.js';

/** The texts of forms that ask the user to prove that the account is theirs. */
interface OwnerTexts {
  readonly title: string;
  readonly proceed: string;
  readonly password: string;
  readonly noPassword: string;
  readonly withFactor: string;
  readonly wrongPassword: string;
}

/** The texts by language. */
export const OWNER_TEXTS: Texts<OwnerTexts> = {
  en: {
    title: 'Confirm that it is you',
    proceed: 'Continue',
    password: 'Password',
    noPassword: 'You confirmed your second factor, so we do not ask for your password.',
    withFactor: 'Use your second factor instead of the password',
    wrongPassword: 'This is not your password.',
  },
  ru: {
    title: 'Подтвердите, что это вы',
    proceed: 'Продолжить',
    password: 'Пароль',
    noPassword: 'Вы подтвердили второй фактор, поэтому пароль не нужен.',
    withFactor: 'Подтвердить вторым фактором вместо пароля',
    wrongPassword: 'Это не ваш пароль.',
  },
  de: {
    title: 'Bestätigen Sie, dass Sie es sind',
    proceed: 'Weiter',
    password: 'Passwort',
    noPassword:
      'Sie haben Ihren zweiten Faktor bestätigt, deshalb fragen wir nicht nach dem Passwort.',
    withFactor: 'Statt des Passworts den zweiten Faktor benutzen',
    wrongPassword: 'Das ist nicht Ihr Passwort.',
  },
};

/**
 * The password field of a form that only the owner may send. An account with a second factor gets a
 * link to use it instead and return to `back`. After a recent second factor, a note in its place.
 */
export async function passwordField(
  { ctx, locale }: Visit,
  back: string,
  error: string | undefined,
): Promise<Html> {
  const texts = OWNER_TEXTS[locale];
  if (!needsPassword(ctx)) return html`<p class="dim">${texts.noPassword}</p>\n`;
  const hasFactor = isProtected(await readOwnFactors(ctx));
  return html`${field({
    name: 'password',
    label: texts.password,
    type: 'password',
    error,
    required: true,
    autocomplete: 'current-password',
  })}${
    hasFactor &&
    html`<p><a href="${pathWithNext('/account/step-up', back)}">${texts.withFactor}</a></p>
`
  }`;
}
