import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LOCALES } from '../i18n';
import { formatList } from './format';

/** The labels of the inputs that a user fills in, by the names of the fields in mutations. */
export const FIELD_LABELS = {
  title: 'field.title',
  summary: 'field.summary',
  description: 'field.description',
  slug: 'field.slug',
  gameSlug: 'newMod.game',
  license: 'field.license',
  homepageUrl: 'field.homepageUrl',
  sourceUrl: 'field.sourceUrl',
  accessTier: 'field.accessTier',
  categories: 'field.categories',
  dependencies: 'field.dependencies',
  changelog: 'field.changelog',
  version: 'field.version',
  gameVersions: 'field.gameVersions',
  loaderPlatforms: 'field.loaderPlatforms',
  releaseChannel: 'field.releaseChannel',
  name: 'field.name',
  loaders: 'field.loaders',
  platforms: 'field.platforms',
  terms: 'field.terms',
  alt: 'media.texts',
  file: 'field.file',
  filename: 'field.file',
  sizeBytes: 'field.size',
  sha256: 'field.sha256',
  expectedHashes: 'field.sha256',
  expectedSha256: 'field.sha256',
  url: 'webhook.url',
  eventKinds: 'webhook.events',
  approvedScopes: 'applications.waiting',
  userId: 'team.username',
  role: 'users.role',
  note: 'field.note',
  text: 'field.note',
  publicNote: 'review.publicNote',
  reason: 'field.reason',
  statement: 'reports.statement',
} as const;

/**
 * Returns the function that gives the name of a field for people, such as "Title (Deutsch)" for
 * `input.title.de`. Fields that no user fills in share one name.
 */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const parts = field.replace(/\[\d+\]/g, '').split('.');
    const name = parts.find(isLabelled);
    if (name === undefined) return t('field.other');
    const locale = LOCALES.find((known) => parts.at(-1) === known);
    const label = t(FIELD_LABELS[name]);
    return locale ? `${label} (${LANGUAGE_NAMES[locale]})` : label;
  };
}

/** Returns the function that lists the names of fields for people, each once. */
export function useFieldList(): (fields: readonly string[]) => string {
  const nameOf = useFieldName();
  return (fields) => formatList([...new Set(fields.map(nameOf))]);
}

function isLabelled(part: string): part is keyof typeof FIELD_LABELS {
  return Object.hasOwn(FIELD_LABELS, part);
}
