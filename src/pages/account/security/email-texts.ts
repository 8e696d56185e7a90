import type { Texts } from '../../kit/index.js';

/** The texts about the e-mail address of an account. */
interface EmailTexts {
  readonly title: string;
  readonly none: string;
  readonly verified: string;
  readonly unverified: string;
  readonly unverifiedWhat: string;
  readonly resend: string;
  readonly resent: string;
  readonly isVerified: string;
  readonly change: string;
  readonly add: string;
  readonly lead: string;
  readonly address: string;
  readonly password: string;
  readonly send: string;
  readonly requested: string;
  readonly wrongAddress: string;
  readonly sameAddress: string;
}

/** The texts by language. */
export const EMAIL_TEXTS: Texts<EmailTexts> = {
  en: {
    title: 'E-mail address',
    none: 'Your account has no e-mail address. With one, you can choose a new password if you forget yours.',
    verified: 'Verified',
    unverified: 'Not verified',
    unverifiedWhat:
      'Open the link in our e-mail to verify this address. Until then you cannot publish mods.',
    resend: 'Send the link again',
    resent: 'We sent the link again. Check your e-mail.',
    isVerified: 'Your e-mail address is verified.',
    change: 'Change address',
    add: 'Add an address',
    lead: 'We send a link to the new address. It replaces the current one when you use the link.',
    address: 'New e-mail address',
    password: 'Password',
    send: 'Send link',
    requested: 'We sent a link to the new address. Check your e-mail.',
    wrongAddress: 'Enter a valid e-mail address, such as name@example.org.',
    sameAddress: 'This is already your address.',
  },
  ru: {
    title: 'Адрес эл. почты',
    none: 'У вашего аккаунта нет адреса эл. почты. С адресом вы сможете задать новый пароль, если забудете старый.',
    verified: 'Подтверждён',
    unverified: 'Не подтверждён',
    unverifiedWhat:
      'Откройте ссылку из нашего письма, чтобы подтвердить этот адрес. До этого вы не можете публиковать моды.',
    resend: 'Отправить ссылку ещё раз',
    resent: 'Мы отправили ссылку ещё раз. Проверьте почту.',
    isVerified: 'Ваш адрес эл. почты подтверждён.',
    change: 'Сменить адрес',
    add: 'Добавить адрес',
    lead: 'Мы отправим ссылку на новый адрес. Он заменит прежний, когда вы откроете ссылку и подтвердите его.',
    address: 'Новый адрес эл. почты',
    password: 'Пароль',
    send: 'Отправить ссылку',
    requested: 'Мы отправили ссылку на новый адрес. Проверьте почту.',
    wrongAddress: 'Введите правильный адрес эл. почты, например name@example.org.',
    sameAddress: 'Это уже ваш адрес.',
  },
  de: {
    title: 'E-Mail-Adresse',
    none: 'Ihr Konto hat keine E-Mail-Adresse. Mit einer können Sie ein neues Passwort wählen, wenn Sie Ihres vergessen.',
    verified: 'Bestätigt',
    unverified: 'Nicht bestätigt',
    unverifiedWhat:
      'Öffnen Sie den Link in unserer Nachricht, um diese Adresse zu bestätigen. Bis dahin können Sie keine Mods veröffentlichen.',
    resend: 'Link noch einmal senden',
    resent: 'Wir haben den Link noch einmal gesendet. Sehen Sie in Ihr Postfach.',
    isVerified: 'Ihre E-Mail-Adresse ist bestätigt.',
    change: 'Adresse ändern',
    add: 'Adresse hinzufügen',
    lead: 'Wir schicken einen Link an die neue Adresse. Sie ersetzt die jetzige, sobald Sie den Link benutzen.',
    address: 'Neue E-Mail-Adresse',
    password: 'Passwort',
    send: 'Link senden',
    requested: 'Wir haben einen Link an die neue Adresse geschickt. Sehen Sie in Ihr Postfach.',
    wrongAddress: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.org.',
    sameAddress: 'Das ist schon Ihre Adresse.',
  },
};
