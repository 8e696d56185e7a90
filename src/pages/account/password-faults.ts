import type { PasswordFault } from '../../modules/identity/index.js';
import { LIMITS } from '../../registry/limits.js';
import type { Texts } from '../kit/index.js';

const { passwordCharactersMin: MIN, passwordCharactersMax: MAX } = LIMITS;

/** The texts for a refused new password, by language. */
export const PASSWORD_FAULTS: Texts<Readonly<Record<PasswordFault, string>>> = {
  en: {
    length: `The new password must have ${MIN} to ${MAX} characters.`,
    common: 'Many people use this password, so it is easy to guess. Choose another one.',
    username: 'The password must not contain your username.',
  },
  ru: {
    length: `Новый пароль должен содержать от ${MIN} до ${MAX} символов.`,
    common: 'Этот пароль слишком распространён, его легко угадать. Выберите другой.',
    username: 'Пароль не должен содержать имя пользователя.',
  },
  de: {
    length: `Das neue Passwort muss ${MIN} bis ${MAX} Zeichen lang sein.`,
    common:
      'Viele Menschen benutzen dieses Passwort, es ist also leicht zu erraten. Wählen Sie ein anderes.',
    username: 'Das Passwort darf Ihren Benutzernamen nicht enthalten.',
  },
};
