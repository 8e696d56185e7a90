import type { Texts } from '../kit/index.js';
import type { Reader } from './guide-list.js';

/** The texts of the guides. */
interface GuideTexts {
  readonly title: string;
  readonly lead: string;
  readonly search: string;
  readonly doSearch: string;
  readonly contents: string;
  readonly allGuides: string;
  readonly found: string;
  readonly foundNothing: string;
  readonly foundNothingHow: string;
  readonly reference: string;
  readonly referenceHow: string;
  readonly playground: string;
  readonly playgroundHow: string;
  /** Empty in the language of the guides. */
  readonly onlyEnglish: string;
  readonly readers: Readonly<Record<Reader, string>>;
}

/** The texts by language. The guides themselves are in English. */
export const GUIDE_TEXTS: Texts<GuideTexts> = {
  en: {
    title: 'Guides',
    lead: 'How modport works, for people who build mod managers, publish mods or run the service.',
    search: 'Search the guides',
    doSearch: 'Search',
    contents: 'On this page',
    allGuides: 'All guides',
    found: 'Found in the guides',
    foundNothing: 'No section has all of these words.',
    foundNothingHow: 'Try fewer words, or look through the list below.',
    reference: 'API reference',
    referenceHow: 'Every REST operation, to read and to try.',
    playground: 'GraphQL playground',
    playgroundHow: 'The schema, and a place to run queries.',
    onlyEnglish: '',
    readers: {
      everyone: 'First steps',
      managers: 'For mod managers',
      creators: 'For creators',
      operators: 'For operators',
      contributors: 'For contributors',
    },
  },
  ru: {
    title: 'Руководства',
    lead: 'Как устроен modport: для тех, кто создаёт менеджеры модов, публикует моды или обслуживает сервис.',
    search: 'Поиск по руководствам',
    doSearch: 'Найти',
    contents: 'На этой странице',
    allGuides: 'Все руководства',
    found: 'Найдено в руководствах',
    foundNothing: 'Нет раздела, в котором есть все эти слова.',
    foundNothingHow: 'Уберите часть слов или посмотрите список ниже.',
    reference: 'Справочник API',
    referenceHow: 'Все операции REST: читать и пробовать.',
    playground: 'Консоль GraphQL',
    playgroundHow: 'Схема и место для запросов.',
    onlyEnglish: 'Руководства написаны на английском языке.',
    readers: {
      everyone: 'Первые шаги',
      managers: 'Для менеджеров модов',
      creators: 'Для авторов модов',
      operators: 'Для операторов',
      contributors: 'Для разработчиков modport',
    },
  },
  de: {
    title: 'Anleitungen',
    lead: 'Wie modport funktioniert: für alle, die Mod-Manager bauen, Mods veröffentlichen oder den Dienst betreiben.',
    search: 'Anleitungen durchsuchen',
    doSearch: 'Suchen',
    contents: 'Auf dieser Seite',
    allGuides: 'Alle Anleitungen',
    found: 'In den Anleitungen gefunden',
    foundNothing: 'Kein Abschnitt enthält alle diese Wörter.',
    foundNothingHow: 'Versuchen Sie es mit weniger Wörtern, oder sehen Sie die Liste unten durch.',
    reference: 'API-Referenz',
    referenceHow: 'Jede REST-Operation, zum Lesen und Ausprobieren.',
    playground: 'GraphQL-Konsole',
    playgroundHow: 'Das Schema und ein Platz für Abfragen.',
    onlyEnglish: 'Die Anleitungen sind auf Englisch geschrieben.',
    readers: {
      everyone: 'Erste Schritte',
      managers: 'Für Mod-Manager',
      creators: 'Für Mod-Autoren',
      operators: 'Für Betreiber',
      contributors: 'Für Mitentwickler',
    },
  },
};
