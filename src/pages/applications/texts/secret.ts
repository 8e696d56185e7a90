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
      "We showed the secret once and don't store it. Replace it if you lost it, or if someone else may have seen it.",
    secretBegins: 'Begins with',
    secretMade: 'Created',
    secretReplace: 'Replace the secret',
    rotateTitle: (name) => `Replace the secret of ${name}?`,
    rotateWhat: 'This takes effect at once:',
    rotateEnds: [
      'The current secret stops working.',
      'Everyone who uses the application has to sign in again, because all refresh tokens are revoked.',
      'Sign-ins in progress are cancelled.',
      'Access tokens that were already issued work for at most 15 minutes.',
    ],
    rotateDo: 'Replace it now',
    rotatedAlready:
      'The application has changed since you opened this page. Perhaps the form was sent twice. The secret was not replaced this time.',
    secretTitle: (name) => `Client secret of ${name}`,
    secretOnce: "Copy the secret now. We won't show it again.",
    secretUse:
      'Your server sends both with each request to the token endpoint (client_secret_basic). Keep the secret out of source code, logs and URLs.',
    secretKept: 'I have saved the secret',
  },
  ru: {
    secret: 'Секрет приложения',
    secretWhat:
      'Секрет был показан один раз и у нас не хранится. Замените его, если вы его потеряли или его мог увидеть кто-то ещё.',
    secretBegins: 'Начинается с',
    secretMade: 'Создан',
    secretReplace: 'Заменить секрет',
    rotateTitle: (name) => `Заменить секрет приложения ${name}?`,
    rotateWhat: 'Это подействует сразу:',
    rotateEnds: [
      'Нынешний секрет перестанет действовать.',
      'Всем пользователям приложения придётся войти заново: все refresh-токены будут отозваны.',
      'Незавершённые входы прервутся.',
      'Уже выданные access-токены проработают не больше 15 минут.',
    ],
    rotateDo: 'Заменить сейчас',
    rotatedAlready:
      'Приложение изменилось после того, как вы открыли эту страницу. Возможно, форма была отправлена дважды. В этот раз секрет не заменён.',
    secretTitle: (name) => `Секрет приложения ${name}`,
    secretOnce: 'Скопируйте секрет сейчас. Больше мы его не покажем.',
    secretUse:
      'Ваш сервер отправляет и то и другое с каждым запросом токена (client_secret_basic). Не храните секрет в исходном коде, журналах и URL.',
    secretKept: 'Секрет сохранён',
  },
  de: {
    secret: 'Client-Geheimnis',
    secretWhat:
      'Das Geheimnis wurde einmal angezeigt und ist bei uns nicht gespeichert. Ersetzen Sie es, wenn Sie es verloren haben oder jemand anders es gesehen haben könnte.',
    secretBegins: 'Beginnt mit',
    secretMade: 'Erstellt',
    secretReplace: 'Geheimnis ersetzen',
    rotateTitle: (name) => `Geheimnis von ${name} ersetzen?`,
    rotateWhat: 'Das gilt sofort:',
    rotateEnds: [
      'Das jetzige Geheimnis funktioniert nicht mehr.',
      'Alle Benutzer der Anwendung müssen sich neu anmelden, weil alle Refresh-Tokens widerrufen werden.',
      'Laufende Anmeldungen werden abgebrochen.',
      'Schon ausgestellte Access-Tokens gelten noch höchstens 15 Minuten.',
    ],
    rotateDo: 'Jetzt ersetzen',
    rotatedAlready:
      'Die Anwendung hat sich geändert, seit Sie diese Seite geöffnet haben. Vielleicht wurde das Formular zweimal gesendet. Das Geheimnis wurde diesmal nicht ersetzt.',
    secretTitle: (name) => `Client-Geheimnis von ${name}`,
    secretOnce: 'Kopieren Sie das Geheimnis jetzt. Wir zeigen es nicht noch einmal.',
    secretUse:
      'Ihr Server sendet beides bei jeder Anfrage an den Token-Endpunkt (client_secret_basic). Halten Sie das Geheimnis aus Quelltext, Protokollen und URLs heraus.',
    secretKept: 'Ich habe das Geheimnis gespeichert',
  },
};
