import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Checkbox.css';
import { ACCESS_TIERS } from '../../../../src/registry/access';
import { LIMITS } from '../../../../src/registry/limits';
import { type Locale, pageLocale } from '../../i18n';
import type { KeptForm } from '../../kit/kept-form';
import { MarkdownField } from '../../kit/markdown-field';
import { TextLanguage } from '../../kit/text-language';
import type { Category } from './categories';
import { joinWords, splitWords, TRANSLATED } from './mod-data';

/** Suggestions. The field takes other licenses too. */
const LICENSES = ['MIT', 'Apache-2.0', 'GPL-3.0-only', 'LGPL-3.0-only', 'MPL-2.0', 'CC-BY-4.0'];

interface FieldsProps {
  readonly form: KeptForm;
  readonly disabled: boolean;
}

/** The fields of a mod: texts in each language, facts and categories. */
export function DetailFields(props: FieldsProps & { readonly categories: readonly Category[] }) {
  return (
    <>
      <Texts {...props} />
      <Facts {...props} />
      <Categories {...props} />
    </>
  );
}

function Texts({ form, disabled }: FieldsProps) {
  const { t } = useTranslation();
  const [locale, setLocale] = useState<Locale>(pageLocale());
  const field = (name: 'title' | 'summary') => ({
    label: t(`field.${name}`),
    lang: locale,
    disabled,
    maxLength: LIMITS[`${name}Characters`],
    value: form.values[`${name}.${locale}`] ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.set(`${name}.${locale}`, event.currentTarget.value),
  });
  return (
    <section className="card" aria-labelledby="texts">
      <h2 id="texts">{t('mod.texts')}</h2>
      <Stack>
        <TextLanguage
          fields={TRANSLATED}
          values={form.values}
          value={locale}
          onChange={setLocale}
        />
        <TextInput {...field('title')} description={t('mod.titleHint')} />
        <TextInput {...field('summary')} description={t('mod.summaryHint')} />
        <MarkdownField
          label={t('field.description')}
          hint={t('markdown.hint')}
          lang={locale}
          maxLength={LIMITS.descriptionCharacters}
          disabled={disabled}
          value={form.values[`description.${locale}`] ?? ''}
          onChange={(value) => form.set(`description.${locale}`, value)}
        />
      </Stack>
    </section>
  );
}

function Facts({ form, disabled }: FieldsProps) {
  const { t } = useTranslation();
  const field = (name: 'slug' | 'license' | 'homepageUrl' | 'sourceUrl', maxLength: number) => ({
    label: t(`field.${name}`),
    disabled,
    maxLength,
    value: form.values[name] ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      form.set(name, event.currentTarget.value),
  });
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">{t('mod.facts')}</h2>
      <div className="two">
        <TextInput
          {...field('slug', LIMITS.slugCharacters)}
          required
          description={t('mod.slugHint')}
        />
        <TextInput
          {...field('license', LIMITS.licenseCharacters)}
          description={t('mod.licenseHint')}
          list="licenses"
        />
        <datalist id="licenses">
          {LICENSES.map((license) => (
            <option key={license} value={license} />
          ))}
        </datalist>
        <TextInput
          {...field('homepageUrl', LIMITS.urlCharacters)}
          type="url"
          placeholder="https://"
        />
        <TextInput
          {...field('sourceUrl', LIMITS.urlCharacters)}
          type="url"
          placeholder="https://"
        />
        <NativeSelect
          label={t('field.accessTier')}
          description={t('mod.tierHint')}
          disabled={disabled}
          value={form.values['accessTier'] ?? 'public'}
          onChange={(event) => form.set('accessTier', event.currentTarget.value)}
          data={ACCESS_TIERS.map((tier) => ({ value: tier, label: t(`tier.${tier}`) }))}
        />
      </div>
    </section>
  );
}

function Categories(props: FieldsProps & { readonly categories: readonly Category[] }) {
  const { t } = useTranslation();
  const { form, categories, disabled } = props;
  return (
    <section className="card">
      <Checkbox.Group
        label={t('field.categories')}
        value={[...splitWords(form.values['categories'])]}
        onChange={(slugs) => form.set('categories', joinWords(slugs))}
      >
        <div className="choices">
          {categories.map(({ slug, name }) => (
            <Checkbox key={slug} value={slug} label={name} disabled={disabled} />
          ))}
        </div>
      </Checkbox.Group>
    </section>
  );
}
