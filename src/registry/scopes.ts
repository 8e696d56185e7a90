import { shown } from './details.js';
import { problem, type RegisteredError } from './errors.js';

/**
 * How a scope is granted (Spec 5.2, 5.3):
 * - base: to any application, without review
 * - standard: with the user's consent
 * - sensitive: after review of the application and a recent second factor
 * - internal: to trusted internal clients only, never to applications of users
 */
export type ScopeKind = 'base' | 'standard' | 'sensitive' | 'internal';

/** The fixed facts of one scope. */
export interface ScopeRow {
  readonly kind: ScopeKind;
  /** The text of the consent page about the application's right, by language. */
  readonly description: { readonly en: string; readonly ru: string; readonly de: string };
}

/** All scopes. Requests with any other text as a scope are rejected (Spec 5.3, an unknown scope). */
export const SCOPES = {
  openid: {
    kind: 'base',
    description: {
      en: 'Confirm who you are when you sign in',
      ru: 'Узнать, кто вы, когда вы входите',
      de: 'Beim Anmelden erkennen, wer Sie sind',
    },
  },
  'mods:read': {
    kind: 'base',
    description: {
      en: 'Read the catalog on your behalf',
      ru: 'Читать каталог от вашего имени',
      de: 'Den Katalog in Ihrem Namen lesen',
    },
  },
  'mods:write': {
    kind: 'sensitive',
    description: {
      en: 'Create mods and change their texts and images',
      ru: 'Создавать моды и менять их описания и изображения',
      de: 'Mods anlegen und ihre Texte und Bilder ändern',
    },
  },
  'versions:write': {
    kind: 'sensitive',
    description: {
      en: 'Create versions of your mods and change them before release',
      ru: 'Создавать версии ваших модов и менять их до публикации',
      de: 'Versionen Ihrer Mods anlegen und vor der Veröffentlichung ändern',
    },
  },
  'versions:publish': {
    kind: 'sensitive',
    description: {
      en: 'Publish versions of your mods',
      ru: 'Публиковать версии ваших модов',
      de: 'Versionen Ihrer Mods veröffentlichen',
    },
  },
  'versions:archive': {
    kind: 'sensitive',
    description: {
      en: 'Archive, withdraw and restore versions of your mods',
      ru: 'Архивировать, отзывать и восстанавливать версии ваших модов',
      de: 'Versionen Ihrer Mods archivieren, zurückziehen und wiederherstellen',
    },
  },
  'files:upload': {
    kind: 'sensitive',
    description: {
      en: 'Upload files for your mods',
      ru: 'Загружать файлы для ваших модов',
      de: 'Dateien für Ihre Mods hochladen',
    },
  },
  'files:manage': {
    kind: 'sensitive',
    description: {
      en: 'Manage the files of your mods',
      ru: 'Управлять файлами ваших модов',
      de: 'Die Dateien Ihrer Mods verwalten',
    },
  },
  'files:download': {
    kind: 'base',
    description: {
      en: 'Download files that you have access to',
      ru: 'Скачивать файлы, к которым у вас есть доступ',
      de: 'Dateien herunterladen, auf die Sie Zugriff haben',
    },
  },
  'files:reference': {
    kind: 'sensitive',
    description: {
      en: 'Add files to your mods that are hosted on other sites',
      ru: 'Добавлять к вашим модам файлы, размещённые на других сайтах',
      de: 'Ihren Mods Dateien von anderen Websites hinzufügen',
    },
  },
  'install_plans:resolve': {
    kind: 'base',
    description: {
      en: 'Find out what to install for the mods that you choose',
      ru: 'Определять, что нужно установить для выбранных вами модов',
      de: 'Ermitteln, was für die von Ihnen gewählten Mods installiert werden muss',
    },
  },
  'webhooks:read': {
    kind: 'standard',
    description: {
      en: 'See your webhooks and their deliveries',
      ru: 'Видеть ваши вебхуки и их доставки',
      de: 'Ihre Webhooks und deren Zustellungen sehen',
    },
  },
  'webhooks:write': {
    kind: 'sensitive',
    description: {
      en: 'Create and change webhooks, and repeat deliveries',
      ru: 'Создавать и менять вебхуки и повторять доставки',
      de: 'Webhooks anlegen, ändern und Zustellungen wiederholen',
    },
  },
  'private_data:read': {
    kind: 'sensitive',
    description: {
      en: 'Read private data of your account',
      ru: 'Читать личные данные вашего аккаунта',
      de: 'Private Daten Ihres Kontos lesen',
    },
  },
  'profile:read': {
    kind: 'base',
    description: {
      en: 'Read your profile',
      ru: 'Читать ваш профиль',
      de: 'Ihr Profil lesen',
    },
  },
  'profile:write': {
    kind: 'standard',
    description: {
      en: 'Change your profile',
      ru: 'Менять ваш профиль',
      de: 'Ihr Profil ändern',
    },
  },
  'account:read': {
    kind: 'standard',
    description: {
      en: 'See your account and the mods that you work on',
      ru: 'Видеть ваш аккаунт и моды, над которыми вы работаете',
      de: 'Ihr Konto und die Mods sehen, an denen Sie arbeiten',
    },
  },
  'builds:read': {
    kind: 'standard',
    description: {
      en: 'Read your saved mod collections',
      ru: 'Читать ваши сохранённые сборки модов',
      de: 'Ihre gespeicherten Mod-Zusammenstellungen lesen',
    },
  },
  'builds:write': {
    kind: 'standard',
    description: {
      en: 'Save and change mod collections',
      ru: 'Сохранять и менять сборки модов',
      de: 'Mod-Zusammenstellungen speichern und ändern',
    },
  },
  'teams:admin': {
    kind: 'sensitive',
    description: {
      en: 'Manage the teams of mods that you own',
      ru: 'Управлять командами модов, которыми вы владеете',
      de: 'Die Teams der Mods verwalten, die Ihnen gehören',
    },
  },
  'credentials:manage': {
    kind: 'sensitive',
    description: {
      en: 'Create, rotate and revoke your API keys',
      ru: 'Создавать, заменять и отзывать ваши API-ключи',
      de: 'Ihre API-Schlüssel anlegen, ersetzen und widerrufen',
    },
  },
  'agent:mods.search': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent search for mods',
      ru: 'Разрешить агенту искать моды',
      de: 'Einen Agenten nach Mods suchen lassen',
    },
  },
  'agent:mods.get': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent read mods',
      ru: 'Разрешить агенту читать сведения о модах',
      de: 'Einen Agenten Mods lesen lassen',
    },
  },
  'agent:install_plans.resolve': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent create install plans',
      ru: 'Разрешить агенту составлять планы установки',
      de: 'Einen Agenten Installationspläne erstellen lassen',
    },
  },
  'agent:downloads.resolve': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent prepare downloads',
      ru: 'Разрешить агенту готовить скачивания',
      de: 'Einen Agenten Downloads vorbereiten lassen',
    },
  },
  'agent:versions.compare': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent compare versions',
      ru: 'Разрешить агенту сравнивать версии',
      de: 'Einen Agenten Versionen vergleichen lassen',
    },
  },
  'agent:publisher.draft': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent write drafts of your mods. It cannot publish them or change anything that is published',
      ru: 'Разрешить агенту писать черновики ваших модов. Публиковать их и менять опубликованное он не может',
      de: 'Einen Agenten Entwürfe Ihrer Mods schreiben lassen. Er kann nichts veröffentlichen und nichts Veröffentlichtes ändern',
    },
  },
  'agent:publisher.validate': {
    kind: 'sensitive',
    description: {
      en: 'Let an agent check your drafts before release',
      ru: 'Разрешить агенту проверять ваши черновики перед публикацией',
      de: 'Einen Agenten Ihre Entwürfe vor der Veröffentlichung prüfen lassen',
    },
  },
  'agent:run': {
    kind: 'internal',
    description: {
      en: 'Use the assistant of the desktop application',
      ru: 'Использовать помощника настольного приложения',
      de: 'Den Assistenten der Desktop-Anwendung benutzen',
    },
  },
  'agent:*': {
    kind: 'internal',
    description: {
      en: 'Use every agent tool',
      ru: 'Использовать все инструменты агента',
      de: 'Alle Werkzeuge des Agenten benutzen',
    },
  },
  'admin:*': {
    kind: 'internal',
    description: {
      en: 'Administer the service',
      ru: 'Администрировать сервис',
      de: 'Den Dienst verwalten',
    },
  },
} as const satisfies Readonly<Record<string, ScopeRow>>;

/** A registered scope. */
export type Scope = keyof typeof SCOPES;

/** The scopes of a browser session: all except internal ones. */
export const SESSION_SCOPES: readonly Scope[] = (Object.keys(SCOPES) as Scope[]).filter(
  (scope) => SCOPES[scope].kind !== 'internal',
);

/** The scopes that a key may have. `openid` belongs to OAuth sign-in. */
export const KEY_SCOPES: readonly Scope[] = SESSION_SCOPES.filter((scope) => scope !== 'openid');

/**
 * The scopes of every account key: the base scopes except `openid`, reading the account, and the
 * collections of mods (`builds:…`).
 */
export const ACCOUNT_KEY_SCOPES: readonly Scope[] = KEY_SCOPES.filter(
  (scope) =>
    SCOPES[scope].kind === 'base' ||
    scope === 'account:read' ||
    scope === 'builds:read' ||
    scope === 'builds:write',
);

/** The scopes for collections of mods, which no operation handles yet. Pages omit them. */
const UNUSED_SCOPES: readonly string[] = ['builds:read', 'builds:write'];

/** Returns whether pages show a scope. They hide only `UNUSED_SCOPES`. */
export function isShownScope(scope: string): boolean {
  return !UNUSED_SCOPES.includes(scope);
}

/** Returns whether a text is a registered scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text);
}

/**
 * Parses scopes from requests and rows: a text with spaces between them, or a list. Returns each
 * scope once, in the given order; empty without any. Throws `invalid_scope` if one is unknown (Spec
 * 5.3).
 */
export function parseScopes(input: string | readonly string[]): Scope[] {
  const names = typeof input === 'string' ? input.split(' ').filter((name) => name !== '') : input;
  const scopes = new Set<Scope>();
  for (const name of names) {
    if (!isScope(name)) throw unavailableScope(name, `unknown: ${name.slice(0, 100)}`);
    scopes.add(name);
  }
  return [...scopes];
}

/**
 * `invalid_scope` with the name of the scope. The text is the same for unknown and internal scopes,
 * so that it does not list the internal ones.
 */
export function unavailableScope(name: string, log: string): RegisteredError {
  const scope = shown(name);
  return problem('invalid_scope', {
    detail: {
      en: `The scope "${scope}" does not exist or is not available to you; correct or remove it.`,
      ru: `Права «${scope}» не существует, или оно вам недоступно; исправьте или уберите его.`,
      de: `Das Recht „${scope}“ gibt es nicht, oder Sie können es nicht nutzen; korrigieren oder entfernen Sie es.`,
    },
    log,
  });
}

/**
 * Returns whether a scope is sensitive, so that it needs a review and a second factor (Spec 5.3).
 * Also true for internal scopes, which applications of users never get.
 */
export function isSensitive(scope: Scope): boolean {
  const { kind } = SCOPES[scope];
  return kind === 'sensitive' || kind === 'internal';
}

/**
 * Scopes that became sensitive after a release had granted them as standard scopes. Such grants
 * stay valid until they end.
 */
export const FORMERLY_STANDARD: readonly Scope[] = [
  'versions:publish',
  'versions:archive',
  'files:manage',
  'teams:admin',
];

/**
 * Returns whether granted scopes satisfy a needed one.
 * - A granted `agent:*` satisfies every tool. A needed `agent:*` is satisfied by any tool, because
 *   the gateway checks each tool's own scope when it runs.
 * - `agent:run` is for the assistant of the desktop application. It does not satisfy a tool, and no
 *   tool satisfies it.
 * - `admin:*` satisfies only itself; it is no master key.
 */
export function satisfiesScope(granted: readonly Scope[], needed: Scope): boolean {
  if (granted.includes(needed)) return true;
  if (needed === 'agent:*') return granted.some(isToolScope);
  return isToolScope(needed) && granted.includes('agent:*');
}

/**
 * The smallest scope that satisfies a needed one. For `agent:*` it is `agent:mods.search`: any tool
 * satisfies the wildcard, which no user or application ever gets.
 */
export function smallestSatisfying(needed: Scope): Scope {
  return needed === 'agent:*' ? 'agent:mods.search' : needed;
}

/**
 * Returns whether a credential with these scopes may grant a scope to another credential: it has
 * the scope itself, or `agent:*` for the scope of a tool. Unlike in `satisfiesScope`, the scope of
 * a tool does not suffice for `agent:*`.
 */
export function canDelegate(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || (isToolScope(scope) && granted.includes('agent:*'));
}

function isToolScope(scope: Scope): boolean {
  return scope.startsWith('agent:') && scope !== 'agent:*' && scope !== 'agent:run';
}
