import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/VisuallyHidden.css';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../i18n';
import type { Values } from './merge';

/**
 * The choice of the language in which a form shows its texts. Languages in which one of the `fields`
 * has a text are marked.
 */
export function TextLanguage(props: {
  readonly fields: readonly string[];
  readonly values: Values;
  readonly value: Locale;
  readonly onChange: (locale: Locale) => void;
}) {
  const { fields, values, value, onChange } = props;
  const { t } = useTranslation();
  const hasText = (locale: Locale) =>
    fields.some((field) => (values[`${field}.${locale}`] ?? '').trim() !== '');
  return (
    <SegmentedControl
      mb="xs"
      aria-label={t('mod.textLanguage')}
      value={value}
      onChange={onChange}
      data={LOCALES.map((locale) => ({
        value: locale,
        label: hasText(locale) ? (
          <WithText language={LANGUAGE_NAMES[locale]} />
        ) : (
          LANGUAGE_NAMES[locale]
        ),
      }))}
    />
  );
}

function WithText({ language }: { readonly language: string }) {
  const { t } = useTranslation();
  return (
    <>
      {language} <span aria-hidden="true">✓</span>
      <VisuallyHidden>({t('mod.hasText')})</VisuallyHidden>
    </>
  );
}
