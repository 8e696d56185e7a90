import type { Texts } from '../kit/index.js';

/** The texts with which pages ask for a recovery code or a passkey. */
interface FactorTexts {
  readonly lost: string;
  readonly recoveryTitle: string;
  readonly recovery: string;
  readonly recoveryHint: string;
  readonly wrongRecovery: string;
  readonly otherWays: string;
  readonly withPasskey: string;
  readonly usePasskey: string;
  readonly wrongPasskey: string;
  readonly needsScript: string;
  /** For a browser that does not support passkeys. */
  readonly notHere: string;
  readonly cancelled: string;
  /** For a device that already has a passkey of the account. */
  readonly known: string;
  readonly passkey: string;
}

/** The texts by language. */
export const FACTOR_TEXTS: Texts<FactorTexts> = {
  en: {
    lost: 'Lost your phone? Use a recovery code',
    recoveryTitle: 'Recovery code',
    recovery: 'Recovery code',
    recoveryHint:
      'One of the codes that you kept when you set up your second factor. Each works once.',
    wrongRecovery: 'This recovery code is wrong or was already used. Try another one.',
    otherWays: 'Confirm in another way',
    withPasskey: 'Sign in with a passkey',
    usePasskey: 'Use a passkey',
    wrongPasskey: 'This passkey was not accepted, or the page was open for too long. Try again.',
    needsScript:
      'Passkeys need JavaScript, which is off in this browser. The other ways work without it.',
    notHere: 'This browser cannot use passkeys here. Use another way.',
    cancelled: 'Your device did not confirm a passkey. Try again, or use another way.',
    known: 'This device already has a passkey for your account. Use another device.',
    passkey: 'Passkey',
  },
  ru: {
    lost: 'Потеряли телефон? Введите код восстановления',
    recoveryTitle: 'Код восстановления',
    recovery: 'Код восстановления',
    recoveryHint:
      'Один из кодов, которые вы сохранили при настройке второго фактора. Каждый действует один раз.',
    wrongRecovery: 'Этот код восстановления неверен или уже использован. Попробуйте другой.',
    otherWays: 'Подтвердить другим способом',
    withPasskey: 'Войти с ключом доступа',
    usePasskey: 'Использовать ключ доступа',
    wrongPasskey:
      'Этот ключ доступа не принят, или страница была открыта слишком долго. Попробуйте снова.',
    needsScript:
      'Ключам доступа нужен JavaScript, а в этом браузере он выключен. Другие способы работают и без него.',
    notHere: 'Этот браузер не может использовать здесь ключи доступа. Выберите другой способ.',
    cancelled:
      'Устройство не подтвердило ключ доступа. Попробуйте снова или выберите другой способ.',
    known:
      'На этом устройстве уже есть ключ доступа вашего аккаунта. Используйте другое устройство.',
    passkey: 'Ключ доступа',
  },
  de: {
    lost: 'Telefon verloren? Wiederherstellungscode benutzen',
    // It may break here on a phone.
    recoveryTitle: 'Wiederherstellungs\u00adcode',
    recovery: 'Wiederherstellungscode',
    recoveryHint:
      'Einer der Codes, die Sie beim Einrichten des zweiten Faktors aufbewahrt haben. Jeder gilt einmal.',
    wrongRecovery:
      'Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt. Versuchen Sie einen anderen.',
    otherWays: 'Auf andere Weise bestätigen',
    withPasskey: 'Mit einem Passkey anmelden',
    usePasskey: 'Passkey benutzen',
    wrongPasskey:
      'Dieser Passkey wurde nicht angenommen, oder die Seite war zu lange offen. Versuchen Sie es noch einmal.',
    needsScript:
      'Passkeys brauchen JavaScript, das in diesem Browser ausgeschaltet ist. Die anderen Möglichkeiten funktionieren auch ohne.',
    notHere:
      'Dieser Browser kann hier keine Passkeys benutzen. Wählen Sie eine andere Möglichkeit.',
    cancelled:
      'Ihr Gerät hat keinen Passkey bestätigt. Versuchen Sie es noch einmal, oder wählen Sie eine andere Möglichkeit.',
    known: 'Dieses Gerät hat schon einen Passkey Ihres Kontos. Verwenden Sie ein anderes Gerät.',
    passkey: 'Passkey',
  },
};
