import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Checkbox.css';
import { LIMITS } from '../../../../src/registry/limits';
import { type Locale, pageLocale } from '../../i18n';
import type { KeptForm } from '../../kit/kept-form';
import { MarkdownField } from '../../kit/markdown-field';
import { TextLanguage } from '../../kit/text-language';
import { joinWords, splitWords } from '../mod/mod-data';
import type { Game } from './version-data';

const CHANNELS = ['release', 'beta', 'alpha'] as const;

interface FieldsProps {
  readonly form: Pick<KeptForm, 'values' | 'set'>;
  readonly game: Game;
  /** Whether the role of the user forbids changes. */
  readonly disabled: boolean;
  /** Whether publication has fixed everything except the changelog. */
  readonly isFixed: boolean;
}

/** The facts and the changelog of a version. */
export function VersionFields(props: FieldsProps) {
  const { form, game, disabled, isFixed } = props;
  const { t } = useTranslation();
  const isLocked = disabled || isFixed;
  return (
    <section className="card" aria-labelledby="version-facts">
      <h2 id="version-facts">{t('mod.facts')}</h2>
      {isFixed && <p className="dim">{t('version.fixed')}</p>}
      <Stack>
        <div className="two">
          <TextInput
            label={t('field.version')}
            description={t('version.numberHint')}
            required
            maxLength={LIMITS.versionStringCharacters}
            disabled={isLocked}
            value={form.values['version'] ?? ''}
            onChange={(event) => form.set('version', event.currentTarget.value)}
          />
          <NativeSelect
            label={t('field.releaseChannel')}
            description={t('version.channelHint')}
            disabled={isLocked}
            value={form.values['releaseChannel'] ?? 'release'}
            onChange={(event) => form.set('releaseChannel', event.currentTarget.value)}
            data={CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))}
          />
        </div>
        <Choices {...props} field="gameVersions" all={game.gameVersions} disabled={isLocked} />
        <Choices {...props} field="loaderPlatforms" all={game.loaders} disabled={isLocked} />
        <Changelog form={form} disabled={disabled} />
      </Stack>
    </section>
  );
}

function Choices(props: {
  readonly form: FieldsProps['form'];
  readonly field: 'gameVersions' | 'loaderPlatforms';
  readonly all: readonly string[];
  readonly disabled: boolean;
}) {
  const { form, field, all, disabled } = props;
  const { t } = useTranslation();
  if (all.length === 0) return null;
  return (
    <Checkbox.Group
      label={t(`field.${field}`)}
      value={[...splitWords(form.values[field])]}
      onChange={(words) => form.set(field, joinWords(words))}
    >
      <div className="choices">
        {all.map((word) => (
          <Checkbox key={word} value={word} label={word} disabled={disabled} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function Changelog(props: { readonly form: FieldsProps['form']; readonly disabled: boolean }) {
  const { t } = useTranslation();
  const [locale, setLocale] = useState<Locale>(pageLocale());
  const field = `changelog.${locale}`;
  return (
    <div>
      <TextLanguage
        fields={['changelog']}
        values={props.form.values}
        value={locale}
        onChange={setLocale}
      />
      <MarkdownField
        label={t('field.changelog')}
        hint={t('markdown.hint')}
        lang={locale}
        rows={6}
        maxLength={LIMITS.changelogCharacters}
        disabled={props.disabled}
        value={props.form.values[field] ?? ''}
        onChange={(value) => props.form.set(field, value)}
      />
    </div>
  );
}
