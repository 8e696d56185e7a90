import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LOCALES } from '../i18n';

const NAMED = [
  'title',
  'summary',
  'description',
  'slug',
  'license',
  'homepageUrl',
  'sourceUrl',
  'accessTier',
  'categories',
  'changelog',
  'version',
  'gameVersions',
  'loaderPlatforms',
  'releaseChannel',
  'dependencies',
  'name',
  'loaders',
  'platforms',
  'terms',
] as const;

/**
 * Returns the function that gives the name of a field for people, such as "Title (Deutsch)" for
 * `input.title.de`. A field without a name keeps its own.
 */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    const parts = field.replace(/\[\d+\]/g, '').split('.');
    const name = NAMED.find((known) => parts.includes(known));
    const locale = LOCALES.find((known) => parts.at(-1) === known);
    if (name === undefined) return parts.at(-1) ?? field;
    return locale ? `${t(`field.${name}`)} (${LANGUAGE_NAMES[locale]})` : t(`field.${name}`);
  };
}
