import type { Texts } from '../../kit/index.js';

/** The texts about the secret of an application. */
interface SecretTexts {
  readonly secret: string;
  readonly secretWhat: string;
  readonly secretBegins: string;
  readonly secretMade: string;
  readonly secretReplace: string;
  readonly rotateTitle: (name: string) => string;
  readonly rotateWhat: string;
  readonly rotateEnds: readonly string[];
  readonly rotateDo: string;
  readonly rotatedAlready: string;
  readonly secretTitle: (name: string) => string;
  readonly secretOnce: string;
  readonly secretUse: string;
  readonly secretKept: string;
}

/** The texts by language. */
export const SECRET_TEXTS: Texts<SecretTexts> = {
  en: {
    secret: 'Client secret',
    secretWhat:
      'The secret itself was shown once and is not kept. Replace it when it is lost or when somebody else may have seen it.',
    secretBegins: 'Begins with',
    secretMade: 'Made',
    secretReplace: 'Replace the secret',
    rotateTitle: (name) => `Replace the secret of ${name}?`,
    rotateWhat: 'This takes effect at once:',
    rotateEnds: [
      'The secret that you have now works no longer.',
      'Everybody who uses the application has to sign in to it again, as all refresh tokens end.',
      'Sign-ins that are under way are broken off.',
      'Access tokens that it already has go on for at most 15 minutes.',
    ],
    rotateDo: 'Replace it now',
    rotatedAlready:
      'The application was changed since this page was opened, perhaps because the form was sent twice. Nothing was replaced now.',
    secretTitle: (name) => `Client secret of ${name}`,
    secretOnce:
      'Copy the secret now: this page shows it this one time, and nobody can show it to you again.',
    secretUse:
      'Your server presents both with each request to the token endpoint (client_secret_basic). Keep the secret out of source code, logs and addresses.',
    secretKept: 'I have kept the secret',
  },
  ru: {
    secret: 'Секрет приложения',
    secretWhat:
      'Сам секрет был показан один раз и не хранится. Замените его, если он утерян или если его мог увидеть кто-то ещё.',
    secretBegins: 'Начинается с',
    secretMade: 'Создан',
    secretReplace: 'Заменить секрет',
    rotateTitle: (name) => `Заменить секрет приложения ${name}?`,
    rotateWhat: 'Это действует сразу:',
    rotateEnds: [
      'Нынешний секрет перестанет действовать.',
      'Всем, кто пользуется приложением, придётся войти в него заново: все refresh-токены закончатся.',
      'Начатые входы прервутся.',
      'Уже выданные access-токены проработают не больше 15 минут.',
    ],
    rotateDo: 'Заменить сейчас',
    rotatedAlready:
      'Приложение изменилось после того, как была открыта эта страница, — возможно, форму отправили дважды. Сейчас ничего не заменено.',
    secretTitle: (name) => `Секрет приложения ${name}`,
    secretOnce:
      'Скопируйте секрет сейчас: эта страница показывает его один-единственный раз, и больше его никто не покажет.',
    secretUse:
      'Ваш сервер предъявляет и то и другое при каждом запросе токена (client_secret_basic). Не держите секрет в исходном коде, журналах и адресах.',
    secretKept: 'Секрет сохранён',
  },
  de: {
    secret: 'Client-Geheimnis',
    secretWhat:
      'Das Geheimnis selbst wurde einmal gezeigt und wird nicht aufbewahrt. Ersetzen Sie es, wenn es verloren ist oder jemand anders es gesehen haben könnte.',
    secretBegins: 'Beginnt mit',
    secretMade: 'Erstellt',
    secretReplace: 'Geheimnis ersetzen',
    rotateTitle: (name) => `Geheimnis von ${name} ersetzen?`,
    rotateWhat: 'Das gilt sofort:',
    rotateEnds: [
      'Das jetzige Geheimnis gilt nicht mehr.',
      'Alle, die die Anwendung benutzen, müssen sich dort neu anmelden, denn alle Refresh-Tokens enden.',
      'Begonnene Anmeldungen werden abgebrochen.',
      'Access-Tokens, die sie schon hat, gelten noch höchstens 15 Minuten.',
    ],
    rotateDo: 'Jetzt ersetzen',
    rotatedAlready:
      'Die Anwendung wurde geändert, seit diese Seite geöffnet wurde; vielleicht wurde das Formular zweimal gesendet. Jetzt wurde nichts ersetzt.',
    secretTitle: (name) => `Client-Geheimnis von ${name}`,
    secretOnce:
      'Kopieren Sie das Geheimnis jetzt: Diese Seite zeigt es dieses eine Mal, und niemand kann es Ihnen noch einmal zeigen.',
    secretUse:
      'Ihr Server legt beides bei jeder Anfrage nach einem Token vor (client_secret_basic). Halten Sie das Geheimnis aus Quelltext, Protokollen und Adressen heraus.',
    secretKept: 'Ich habe das Geheimnis aufbewahrt',
  },
};
