import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LOCALES } from '../i18n';
import { formatList } from './format';

/**
 * The message keys of the labels of inputs that a user fills in, by the names of the fields in
 * mutations.
 */
export const FIELD_LABEL_KEYS = {
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

type Input = keyof typeof FIELD_LABEL_KEYS;

/** The message keys of the labels of a form that calls some inputs differently. */
export type OwnLabelKeys = Readonly<Partial<Record<Input, ParseKeys>>>;

/**
 * Returns the message key of the label of a field, for example of `input.title.de`. It takes the
 * first part of the path that is an input (`title`). Null if no part is one.
 */
export function labelKeyOf(field: string, own: OwnLabelKeys = {}): ParseKeys | null {
  const input = partsOf(field).find(isInput);
  return input === undefined ? null : (own[input] ?? FIELD_LABEL_KEYS[input]);
}

/**
 * Returns the function that gives the name of a field for people, such as "Title (Deutsch)" for
 * `input.title.de`. Fields that no user fills in share one name.
 */
export function useFieldName(own: OwnLabelKeys = {}): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const labelKey = labelKeyOf(field, own);
    if (labelKey === null) return t('field.other');
    const locale = LOCALES.find((known) => partsOf(field).at(-1) === known);
    return locale ? `${t(labelKey)} (${LANGUAGE_NAMES[locale]})` : t(labelKey);
  };
}

/** Returns the function that lists the names of fields for people, each once. */
export function useFieldList(): (fields: readonly string[]) => string {
  const nameOf = useFieldName();
  return (fields) => formatList([...new Set(fields.map(nameOf))]);
}

function partsOf(field: string): readonly string[] {
  return field.replace(/\[\d+\]/g, '').split('.');
}

function isInput(part: string): part is Input {
  return Object.hasOwn(FIELD_LABEL_KEYS, part);
}
