import type { Texts } from '../../kit/index.js';

/** The texts of the page with the user's approvals. */
interface AppGrantsTexts {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly since: string;
  readonly may: string;
  readonly revoke: (name: string) => string;
  readonly revoked: string;
  readonly more: string;
}

/** The texts by language. */
export const GRANTS_TEXTS: Texts<AppGrantsTexts> = {
  en: {
    title: 'Applications with access',
    lead: 'You allowed these applications to act for you. If you revoke access, it ends at once. The application can ask you again.',
    none: "You haven't allowed any application to act for you.",
    since: 'Since',
    may: 'It can:',
    revoke: (name) => `Revoke ${name}'s access`,
    revoked: 'Access revoked.',
    more: 'Show more',
  },
  ru: {
    title: 'Приложения с доступом',
    lead: 'Вы разрешили этим приложениям действовать от вашего имени. Отозванный доступ прекращается сразу. Приложение может запросить его снова.',
    none: 'Вы не разрешали ни одному приложению действовать от вашего имени.',
    since: 'С',
    may: 'Ему разрешено:',
    revoke: (name) => `Отозвать доступ приложения ${name}`,
    revoked: 'Доступ отозван.',
    more: 'Показать ещё',
  },
  de: {
    title: 'Anwendungen mit Zugriff',
    lead: 'Sie haben diesen Anwendungen erlaubt, in Ihrem Namen zu handeln. Wenn Sie den Zugriff entziehen, endet er sofort. Die Anwendung kann Sie erneut fragen.',
    none: 'Sie haben keiner Anwendung erlaubt, in Ihrem Namen zu handeln.',
    since: 'Seit',
    may: 'Sie kann:',
    revoke: (name) => `${name} den Zugriff entziehen`,
    revoked: 'Der Zugriff wurde entzogen.',
    more: 'Mehr anzeigen',
  },
};
