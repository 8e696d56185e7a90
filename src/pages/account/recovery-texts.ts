import type { Texts } from '../kit/index.js';

/** The texts of the pages that links in mails lead to, and of the request for such a link. */
interface RecoveryTexts {
  readonly forgotTitle: string;
  readonly forgotLead: string;
  readonly email: string;
  readonly emailForm: string;
  readonly send: string;
  readonly sentTitle: string;
  readonly sent: string;
  readonly noMail: string;
  readonly resetTitle: string;
  /** Before the username. */
  readonly resetFor: string;
  readonly resetEnds: string;
  readonly newPassword: string;
  readonly newPasswordHint: string;
  readonly repeated: string;
  readonly notSame: string;
  readonly save: string;
  readonly verifyTitle: string;
  readonly verifyLead: string;
  readonly verifyAccount: string;
  readonly verifyAddress: string;
  readonly verify: string;
  readonly staleTitle: string;
  readonly stale: string;
  readonly staleReset: string;
  readonly staleVerify: string;
  readonly otherTitle: string;
  readonly other: string;
  readonly takenTitle: string;
  readonly taken: string;
  readonly signIn: string;
  readonly security: string;
}

/** The texts by language. */
export const RECOVERY_TEXTS: Texts<RecoveryTexts> = {
  en: {
    forgotTitle: 'Forgot your password?',
    forgotLead: 'Enter the e-mail address of your account. We will send a link there.',
    email: 'E-mail address',
    emailForm: 'Enter a valid e-mail address, such as name@example.org.',
    send: 'Send link',
    sentTitle: 'Check your e-mail',
    sent: 'If an account has this address, we sent it a message. Open its link within an hour to choose a new password.',
    noMail:
      'No message? Look in the spam folder, and check that you entered the verified address of your account.',
    resetTitle: 'Choose a new password',
    resetFor: 'For the account',
    resetEnds:
      'This signs you out everywhere and revokes all tokens, keys and approvals of applications.',
    newPassword: 'New password',
    newPasswordHint:
      'At least 8 characters. A few random words are easy to remember and hard to guess.',
    repeated: 'Repeat the new password',
    notSame: "The new passwords don't match.",
    save: 'Save new password',
    verifyTitle: 'Verify your e-mail address',
    verifyLead: 'Confirm that this address is yours.',
    verifyAccount: 'Account',
    verifyAddress: 'Address',
    verify: 'Verify address',
    staleTitle: 'This link no longer works',
    stale: 'It was already used, it has expired, or a newer one replaced it.',
    staleReset: 'Request a new link',
    staleVerify: 'You can request a new link under “Account security”.',
    otherTitle: 'This link is for another account',
    other: 'Sign out first, or open the link in another browser.',
    takenTitle: 'This address belongs to another account',
    taken: 'Another account has verified this address. Use another one, or sign in with it.',
    signIn: 'Sign in',
    security: 'Account security',
  },
  ru: {
    forgotTitle: 'Забыли пароль?',
    forgotLead: 'Введите адрес эл. почты вашего аккаунта. Мы отправим на него ссылку.',
    email: 'Адрес эл. почты',
    emailForm: 'Введите правильный адрес эл. почты, например name@example.org.',
    send: 'Отправить ссылку',
    sentTitle: 'Проверьте почту',
    sent: 'Если этот адрес привязан к аккаунту, мы отправили на него письмо. Откройте ссылку из письма в течение часа, чтобы задать новый пароль.',
    noMail:
      'Письмо не пришло? Посмотрите в папке со спамом и проверьте, что вы ввели подтверждённый адрес вашего аккаунта.',
    resetTitle: 'Задайте новый пароль',
    resetFor: 'Для аккаунта',
    resetEnds:
      'Вы выйдете из аккаунта везде. Все токены, ключи и разрешения приложений будут отозваны.',
    newPassword: 'Новый пароль',
    newPasswordHint:
      'Не меньше 8 символов. Несколько случайных слов легко запомнить и трудно угадать.',
    repeated: 'Повторите новый пароль',
    notSame: 'Новые пароли не совпадают.',
    save: 'Сохранить новый пароль',
    verifyTitle: 'Подтвердите адрес эл. почты',
    verifyLead: 'Подтвердите, что это ваш адрес.',
    verifyAccount: 'Аккаунт',
    verifyAddress: 'Адрес',
    verify: 'Подтвердить адрес',
    staleTitle: 'Эта ссылка больше не действует',
    stale: 'Она уже использована, её срок истёк, или её заменила новая.',
    staleReset: 'Запросить новую ссылку',
    staleVerify: 'Новую ссылку можно запросить на странице «Безопасность аккаунта».',
    otherTitle: 'Эта ссылка для другого аккаунта',
    other: 'Сначала выйдите из аккаунта или откройте ссылку в другом браузере.',
    takenTitle: 'Этот адрес принадлежит другому аккаунту',
    taken: 'Другой аккаунт уже подтвердил этот адрес. Укажите другой адрес или войдите с этим.',
    signIn: 'Войти',
    security: 'Безопасность аккаунта',
  },
  de: {
    forgotTitle: 'Passwort vergessen?',
    forgotLead:
      'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir schicken Ihnen einen Link dorthin.',
    email: 'E-Mail-Adresse',
    emailForm: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.org.',
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn ein Konto diese Adresse hat, haben wir ihr eine Nachricht geschickt. Öffnen Sie innerhalb einer Stunde den Link darin, um ein neues Passwort zu wählen.',
    noMail:
      'Keine Nachricht bekommen? Sehen Sie im Spam-Ordner nach, und prüfen Sie, ob Sie die bestätigte Adresse Ihres Kontos eingegeben haben.',
    resetTitle: 'Neues Passwort wählen',
    resetFor: 'Für das Konto',
    resetEnds:
      'Danach sind Sie überall abgemeldet. Alle Tokens, Schlüssel und Freigaben für Anwendungen werden widerrufen.',
    newPassword: 'Neues Passwort',
    newPasswordHint:
      'Mindestens 8 Zeichen. Ein paar zufällige Wörter sind leicht zu merken und schwer zu erraten.',
    repeated: 'Neues Passwort wiederholen',
    notSame: 'Die neuen Passwörter stimmen nicht überein.',
    save: 'Neues Passwort speichern',
    verifyTitle: 'E-Mail-Adresse bestätigen',
    verifyLead: 'Bestätigen Sie, dass diese Adresse Ihnen gehört.',
    verifyAccount: 'Konto',
    verifyAddress: 'Adresse',
    verify: 'Adresse bestätigen',
    staleTitle: 'Dieser Link funktioniert nicht mehr',
    stale: 'Er wurde schon benutzt, ist abgelaufen, oder ein neuerer hat ihn ersetzt.',
    staleReset: 'Neuen Link anfordern',
    staleVerify: 'Einen neuen Link können Sie unter „Kontosicherheit“ anfordern.',
    otherTitle: 'Dieser Link gehört zu einem anderen Konto',
    other: 'Melden Sie sich zuerst ab, oder öffnen Sie den Link in einem anderen Browser.',
    takenTitle: 'Diese Adresse gehört zu einem anderen Konto',
    taken:
      'Ein anderes Konto hat diese Adresse schon bestätigt. Verwenden Sie eine andere, oder melden Sie sich mit dieser an.',
    signIn: 'Anmelden',
    security: 'Kontosicherheit',
  },
};
