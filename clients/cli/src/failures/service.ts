import { type Reason, row, say } from './row.js';

/** The failures of the connection to a service and of the sign-in there. */
export const SERVICE_FAILURES = {
  server_missing: row<object>('usage', {
    en: () =>
      'No service is selected. Name it with --server https://… or MODPORT_SERVER, or sign in once with "modport login --server https://…".',
    de: () =>
      'Kein Dienst ist gewählt. Mit --server https://… oder MODPORT_SERVER angeben, oder sich einmal mit "modport login --server https://…" anmelden.',
    ru: () =>
      'Сервис не выбран. Укажите его через --server https://… или MODPORT_SERVER или один раз войдите: "modport login --server https://…".',
  }),
  server_invalid: row<{ readonly server: string }>('usage', {
    en: ({ server }) =>
      `"${server}" is not the address of a service. It looks like https://mods.example.`,
    de: ({ server }) =>
      `"${server}" ist keine Adresse eines Dienstes. Sie sieht aus wie https://mods.example.`,
    ru: ({ server }) => `"${server}" — не адрес сервиса. Он выглядит как https://mods.example.`,
  }),
  server_unencrypted: row<{ readonly server: string }>('usage', {
    en: ({ server }) =>
      `The connection to ${server} is not encrypted, so others could read your credential. Use https.`,
    de: ({ server }) =>
      `Die Verbindung zu ${server} ist unverschlüsselt: Andere könnten Ihre Zugangsdaten mitlesen. Bitte https verwenden.`,
    ru: ({ server }) =>
      `Соединение с ${server} не зашифровано, и ваши учётные данные могут перехватить. Используйте https.`,
  }),
  not_signed_in: row<{ readonly server: string }>('signIn', {
    en: ({ server }) =>
      `You are not signed in to ${server}. Run "modport login", or set MODPORT_TOKEN.`,
    de: ({ server }) =>
      `Nicht bei ${server} angemeldet. "modport login" ausführen oder MODPORT_TOKEN setzen.`,
    ru: ({ server }) =>
      `Вы не вошли на ${server}. Выполните "modport login" или задайте MODPORT_TOKEN.`,
  }),
  sign_in_failed: row<Reason>('signIn', {
    en: ({ reason }) => `The sign-in failed: ${say(reason, 'en')}`,
    de: ({ reason }) => `Die Anmeldung ist fehlgeschlagen: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Войти не удалось: ${say(reason, 'ru')}`,
  }),
  unreachable: row<Reason>('unavailable', {
    en: ({ reason }) => `The service cannot be reached: ${say(reason, 'en')}`,
    de: ({ reason }) => `Der Dienst ist nicht erreichbar: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Не удаётся связаться с сервисом: ${say(reason, 'ru')}`,
  }),
  integrity: row<Reason>('integrity', {
    en: ({ reason }) => `The received data is not as expected: ${say(reason, 'en')}`,
    de: ({ reason }) => `Die empfangenen Daten sind nicht wie erwartet: ${say(reason, 'de')}`,
    ru: ({ reason }) => `Полученные данные отличаются от ожидаемых: ${say(reason, 'ru')}`,
  }),
  ci_token_missing: row<Reason>('signIn', {
    en: ({ reason }) => `The CI provides no identity token: ${say(reason, 'en')}`,
    de: ({ reason }) => `Die CI stellt kein Identitätstoken bereit: ${say(reason, 'de')}`,
    ru: ({ reason }) => `CI не выдаёт токен идентификации: ${say(reason, 'ru')}`,
  }),
  keys_need_token: row<Reason>('signIn', {
    en: ({ reason }) =>
      `${say(reason, 'en')} A sign-in with this program cannot create keys, because they would outlive it. Create one on the website under Account > Keys, or put a personal token into MODPORT_TOKEN.`,
    de: ({ reason }) =>
      `${say(reason, 'de')} Mit einer Anmeldung dieses Programms lassen sich keine Schlüssel anlegen, weil sie länger gelten würden als die Anmeldung. Auf der Website unter Konto > Schlüssel anlegen oder ein persönliches Token in MODPORT_TOKEN setzen.`,
    ru: ({ reason }) =>
      `${say(reason, 'ru')} Войдя через эту программу, создавать ключи нельзя: они действовали бы дольше, чем вход. Создайте ключ на сайте (Аккаунт > Ключи) или укажите личный токен в MODPORT_TOKEN.`,
  }),
} as const;
