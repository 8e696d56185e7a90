import type { Texts } from '../kit/index.js';

/** The texts of the sign-up page. */
interface SignUpTexts {
  readonly title: string;
  readonly lead: string;
  readonly username: string;
  readonly usernameHint: string;
  readonly usernameForm: string;
  readonly usernameTaken: string;
  readonly email: string;
  readonly emailHint: string;
  readonly emailForm: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly create: string;
  readonly haveAccount: string;
  /** Before the links to the legal texts. */
  readonly legal: string;
  readonly signIn: string;
  readonly closedTitle: string;
  readonly closed: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly doneNext: string;
  readonly noMail: string;
}

/** The texts by language. */
export const SIGN_UP_TEXTS: Texts<SignUpTexts> = {
  en: {
    title: 'Create an account',
    lead: 'With an account, you can publish mods, use applications and keep your settings.',
    username: 'Username',
    usernameHint:
      'Everyone can see it, and you cannot change it later. Letters A to Z, digits, hyphens and underscores, at most 39 characters.',
    usernameForm:
      'Use 1 to 39 letters A to Z, digits, hyphens and underscores. Begin and end with a letter or a digit.',
    usernameTaken: 'This name is taken or too similar to another one. Choose another name.',
    email: 'E-mail address',
    emailHint: 'Only you can see it. We send a link there to verify it.',
    emailForm: 'Enter a valid e-mail address, such as name@example.org.',
    password: 'Password',
    passwordHint:
      'At least 8 characters. A few random words are easy to remember and hard to guess.',
    create: 'Create account',
    haveAccount: 'Already have an account?',
    legal: 'Please read:',
    signIn: 'Sign in',
    closedTitle: 'Sign-up is closed',
    closed:
      'This service does not accept new accounts at the moment. You can ask its operators for one.',
    doneTitle: 'Check your e-mail',
    done: 'We sent you a message. Open its link within 24 hours to verify your address.',
    doneNext:
      'You can sign in with your username and password now. To publish mods, verify your address first.',
    noMail:
      'No message? Look in the spam folder. You can request another link under “Account security”.',
  },
  ru: {
    title: 'Создать аккаунт',
    lead: 'С аккаунтом можно публиковать моды, пользоваться приложениями и сохранять настройки.',
    username: 'Имя пользователя',
    usernameHint:
      'Его видят все, и потом его нельзя изменить. Латинские буквы, цифры, дефисы и подчёркивания, не больше 39 символов.',
    usernameForm:
      'Используйте от 1 до 39 латинских букв, цифр, дефисов и подчёркиваний. В начале и в конце должна быть буква или цифра.',
    usernameTaken: 'Это имя занято или слишком похоже на другое. Выберите другое имя.',
    email: 'Адрес эл. почты',
    emailHint: 'Его видите только вы. Мы отправим на него ссылку для подтверждения.',
    emailForm: 'Введите правильный адрес эл. почты, например name@example.org.',
    password: 'Пароль',
    passwordHint:
      'Не меньше 8 символов. Несколько случайных слов легко запомнить и трудно угадать.',
    create: 'Создать аккаунт',
    haveAccount: 'Уже есть аккаунт?',
    legal: 'Пожалуйста, прочитайте:',
    signIn: 'Войти',
    closedTitle: 'Регистрация закрыта',
    closed:
      'Сейчас сервис не регистрирует новые аккаунты. Попросите операторов создать вам аккаунт.',
    doneTitle: 'Проверьте почту',
    done: 'Мы отправили вам письмо. Откройте ссылку из него в течение 24 часов, чтобы подтвердить адрес.',
    doneNext:
      'Вы уже можете войти с именем пользователя и паролем. Чтобы публиковать моды, сначала подтвердите адрес.',
    noMail:
      'Письмо не пришло? Посмотрите в папке со спамом. Новую ссылку можно запросить на странице «Безопасность аккаунта».',
  },
  de: {
    title: 'Konto erstellen',
    lead: 'Mit einem Konto veröffentlichen Sie Mods, nutzen Anwendungen und behalten Ihre Einstellungen.',
    username: 'Benutzername',
    usernameHint:
      'Alle können ihn sehen, und Sie können ihn später nicht ändern. Buchstaben A bis Z, Ziffern, Bindestriche und Unterstriche, höchstens 39 Zeichen.',
    usernameForm:
      'Verwenden Sie 1 bis 39 Buchstaben A bis Z, Ziffern, Bindestriche und Unterstriche. Am Anfang und am Ende steht ein Buchstabe oder eine Ziffer.',
    usernameTaken:
      'Dieser Name ist vergeben oder einem anderen zu ähnlich. Wählen Sie einen anderen Namen.',
    email: 'E-Mail-Adresse',
    emailHint: 'Nur Sie können sie sehen. Wir schicken einen Link dorthin, um sie zu bestätigen.',
    emailForm: 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.org.',
    password: 'Passwort',
    passwordHint:
      'Mindestens 8 Zeichen. Ein paar zufällige Wörter sind leicht zu merken und schwer zu erraten.',
    create: 'Konto erstellen',
    haveAccount: 'Schon ein Konto?',
    legal: 'Bitte lesen Sie:',
    signIn: 'Anmelden',
    closedTitle: 'Keine neuen Konten',
    closed: 'Dieser Dienst nimmt zurzeit keine neuen Konten an. Bitten Sie die Betreiber um eines.',
    doneTitle: 'Sehen Sie in Ihr Postfach',
    done: 'Wir haben Ihnen eine Nachricht geschickt. Öffnen Sie innerhalb von 24 Stunden den Link darin, um Ihre Adresse zu bestätigen.',
    doneNext:
      'Sie können sich jetzt mit Benutzername und Passwort anmelden. Um Mods zu veröffentlichen, bestätigen Sie zuerst Ihre Adresse.',
    noMail:
      'Keine Nachricht bekommen? Sehen Sie im Spam-Ordner nach. Einen neuen Link können Sie unter „Kontosicherheit“ anfordern.',
  },
};
