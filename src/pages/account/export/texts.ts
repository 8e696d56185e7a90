import type { Texts } from '../../kit/index.js';

/** The texts of the page of the own data. */
interface ExportTexts {
  readonly title: string;
  readonly lead: string;
  readonly contains: string;
  readonly secrets: string;
  readonly request: string;
  readonly requestWhat: string;
  readonly refused: string;
  readonly latest: string;
  readonly preparing: string;
  readonly preparingHow: string;
  readonly failed: string;
  readonly requested: string;
  readonly size: string;
  readonly until: string;
  readonly download: string;
  /** A warning that the file contains personal data. */
  readonly careful: string;
  /** The lifetime of the signed link. */
  readonly shortly: string;
  /** Precedes the time from which another request is possible. */
  readonly nextAt: string;
}

/** The texts by language. */
export const EXPORT_TEXTS: Texts<ExportTexts> = {
  en: {
    title: 'Your data',
    lead: 'Get a copy of the data that this service has about you, as one JSON file.',
    contains:
      'It contains your account and profile, browsers, keys, applications and approvals, teams, mods and versions, uploads, downloads and download rights, webhooks, the log of your actions, and e-mails.',
    secrets:
      'It contains no secrets: no password, no second factor, no key. It does not include the files of mods.',
    request: 'Request a copy',
    requestWhat:
      'We prepare the copy and send you an e-mail when it is ready. You can request one copy a day.',
    refused: 'You have already requested a copy in the last 24 hours.',
    latest: 'Your latest copy',
    preparing: 'We are preparing your copy.',
    preparingHow: 'This takes some minutes. You can leave this page: we will send you an e-mail.',
    failed: 'We could not prepare the copy. Request another one.',
    requested: 'Requested',
    size: 'Size',
    until: 'Can be downloaded until',
    download: 'Download',
    shortly: 'The link works for five minutes.',
    careful: 'Anyone who gets this file can read all of this about you. Keep it in a safe place.',
    nextAt: 'You can request another copy from',
  },
  ru: {
    title: 'Ваши данные',
    lead: 'Получите копию данных, которые этот сервис хранит о вас, одним файлом JSON.',
    contains:
      'В ней есть аккаунт и профиль, браузеры, ключи, приложения и разрешения, команды, моды и версии, загрузки, скачивания и права на них, вебхуки, журнал ваших действий и письма.',
    secrets: 'Секретов в ней нет: ни пароля, ни второго фактора, ни ключей. Файлы модов не входят.',
    request: 'Запросить копию',
    requestWhat:
      'Мы подготовим копию и пришлём письмо, когда она будет готова. Запросить можно одну копию в сутки.',
    refused: 'За последние сутки вы уже запросили копию.',
    latest: 'Последняя копия',
    preparing: 'Мы готовим вашу копию.',
    preparingHow: 'Это займёт несколько минут. Страницу можно закрыть: мы пришлём письмо.',
    failed: 'Подготовить копию не удалось. Запросите её ещё раз.',
    requested: 'Запрошена',
    size: 'Размер',
    until: 'Можно скачать до',
    download: 'Скачать',
    shortly: 'Ссылка действует пять минут.',
    careful: 'Каждый, кто получит этот файл, узнает о вас всё это. Храните его в надёжном месте.',
    nextAt: 'Запросить следующую копию можно будет',
  },
  de: {
    title: 'Ihre Daten',
    lead: 'Holen Sie sich eine Kopie der Daten, die dieser Dienst über Sie hat, als eine JSON-Datei.',
    contains:
      'Sie enthält Konto und Profil, Browser, Schlüssel, Anwendungen und Freigaben, Teams, Mods und Versionen, Uploads, Downloads und Downloadrechte, Webhooks, das Protokoll Ihrer Aktionen und E-Mails.',
    secrets:
      'Sie enthält keine Geheimnisse: kein Passwort, keinen zweiten Faktor, keinen Schlüssel. Dateien von Mods sind nicht dabei.',
    request: 'Kopie anfordern',
    requestWhat:
      'Wir bereiten die Kopie vor und schreiben Ihnen, wenn sie bereit ist. Sie können eine Kopie pro Tag anfordern.',
    refused: 'Sie haben in den letzten 24 Stunden schon eine Kopie angefordert.',
    latest: 'Ihre letzte Kopie',
    preparing: 'Wir bereiten Ihre Kopie vor.',
    preparingHow:
      'Das dauert einige Minuten. Sie können diese Seite verlassen: Wir schicken Ihnen eine E-Mail.',
    failed: 'Wir konnten die Kopie nicht vorbereiten. Fordern Sie eine neue an.',
    requested: 'Angefordert',
    size: 'Größe',
    until: 'Herunterladen möglich bis',
    download: 'Herunterladen',
    shortly: 'Der Link gilt fünf Minuten.',
    careful: 'Wer diese Datei bekommt, kann das alles über Sie lesen. Bewahren Sie sie sicher auf.',
    nextAt: 'Eine weitere Kopie können Sie anfordern ab',
  },
};
