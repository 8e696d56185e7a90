import type { Texts } from '../../kit/index.js';

/** The texts of the page with the user's approvals. */
interface GrantsTexts {
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
export const GRANTS_TEXTS: Texts<GrantsTexts> = {
  en: {
    title: 'Applications with access',
    lead: 'You let these programs act for you. What you take back ends at once; the program can ask you again.',
    none: 'You have not let any application act for you.',
    since: 'Since',
    may: 'It may:',
    revoke: (name) => `Take access back from ${name}`,
    revoked: 'The access is taken back.',
    more: 'Show more',
  },
  ru: {
    title: 'Приложения с доступом',
    lead: 'Вы разрешили этим программам действовать от вашего имени. Отозванный доступ заканчивается сразу; программа может попросить его снова.',
    none: 'Вы не разрешали ни одному приложению действовать от вашего имени.',
    since: 'С',
    may: 'Ему разрешено:',
    revoke: (name) => `Отозвать доступ приложения ${name}`,
    revoked: 'Доступ отозван.',
    more: 'Показать ещё',
  },
  de: {
    title: 'Anwendungen mit Zugriff',
    lead: 'Diese Programme lassen Sie in Ihrem Namen handeln. Was Sie entziehen, endet sofort; das Programm kann Sie erneut fragen.',
    none: 'Sie lassen keine Anwendung in Ihrem Namen handeln.',
    since: 'Seit',
    may: 'Sie darf:',
    revoke: (name) => `${name} den Zugriff entziehen`,
    revoked: 'Der Zugriff ist entzogen.',
    more: 'Mehr zeigen',
  },
};
