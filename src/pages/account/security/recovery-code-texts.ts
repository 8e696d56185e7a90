import { plural, type Texts } from '../../kit/index.js';

/** The texts of the page of recovery codes. */
interface RecoveryCodeTexts {
  readonly title: string;
  readonly lead: string;
  left(count: number): string;
  readonly make: string;
  readonly makeWhat: string;
  readonly madeAlready: string;
  readonly once: string;
  readonly keep: string;
  readonly kept: string;
}

/** The texts by language. */
export const RECOVERY_CODE_TEXTS: Texts<RecoveryCodeTexts> = {
  en: {
    title: 'Recovery codes',
    lead: 'Each code replaces your second factor once, for example after you lost your phone.',
    left: (count) =>
      plural(count, 'en', {
        one: 'You have {n} recovery code left.',
        other: 'You have {n} recovery codes left.',
      }),
    make: 'Make new codes',
    makeWhat: 'You get ten new codes. The codes that you have now stop working.',
    madeAlready:
      'This page is out of date, so no new codes were made. The newest codes work. If you did not keep them, make new ones.',
    once: 'These codes are shown only now.',
    keep: 'Keep them in a safe place that you can reach without your phone, on paper or in a password manager.',
    kept: 'I have kept the codes',
  },
  ru: {
    title: 'Коды восстановления',
    lead: 'Каждый код один раз заменяет второй фактор, например если вы потеряли телефон.',
    left: (count) =>
      plural(count, 'ru', {
        one: 'У вас остался {n} код восстановления.',
        few: 'У вас осталось {n} кода восстановления.',
        many: 'У вас осталось {n} кодов восстановления.',
        other: 'У вас осталось {n} кода восстановления.',
      }),
    make: 'Создать новые коды',
    makeWhat: 'Вы получите десять новых кодов. Прежние коды перестанут действовать.',
    madeAlready:
      'Эта страница устарела, поэтому новые коды не созданы. Действуют последние созданные коды. Если вы их не сохранили, создайте новые.',
    once: 'Эти коды показываются только сейчас.',
    keep: 'Сохраните их в надёжном месте, доступном без телефона: на бумаге или в менеджере паролей.',
    kept: 'Коды сохранены',
  },
  de: {
    // It may break here on a phone.
    title: 'Wiederherstellungs\u00adcodes',
    lead: 'Jeder Code ersetzt einmal Ihren zweiten Faktor, zum Beispiel wenn Sie Ihr Telefon verloren haben.',
    left: (count) =>
      plural(count, 'de', {
        one: 'Sie haben noch {n} Wiederherstellungscode.',
        other: 'Sie haben noch {n} Wiederherstellungscodes.',
      }),
    make: 'Neue Codes erzeugen',
    makeWhat: 'Sie erhalten zehn neue Codes. Die jetzigen Codes gelten dann nicht mehr.',
    madeAlready:
      'Diese Seite ist veraltet, daher wurden keine neuen Codes erzeugt. Die zuletzt erzeugten Codes gelten. Wenn Sie sie nicht aufbewahrt haben, erzeugen Sie neue.',
    once: 'Diese Codes werden nur jetzt angezeigt.',
    keep: 'Bewahren Sie sie an einem sicheren Ort auf, den Sie ohne Telefon erreichen: auf Papier oder in einem Passwortmanager.',
    kept: 'Ich habe die Codes aufbewahrt',
  },
};
