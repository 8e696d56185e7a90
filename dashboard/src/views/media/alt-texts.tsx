import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import type { LanguageMap } from '../../api/graphql';
import { useNotify } from '../../app/notices';
import { LANGUAGE_NAMES, LOCALES } from '../../i18n';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { describePicture, type Picture } from './media-api';

/**
 * The alternative texts of a picture in the languages of the site, folded until the user opens
 * them. At least one text is required. `etag` is that of the mod. `onChange` reads the pictures
 * again.
 */
export function AltTexts(props: {
  readonly modId: string;
  readonly picture: Picture;
  readonly etag: string;
  readonly onChange: () => Promise<void>;
}) {
  const { modId, picture, etag, onChange } = props;
  const { t } = useTranslation();
  const notify = useNotify();
  const stored: LanguageMap = picture.alt;
  const [texts, setTexts] = useState<LanguageMap>(stored);
  const { run, isBusy, error } = useWrite();
  const filled = Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) =>
      text.trim() === '' ? [] : [[language, text.trim()]],
    ),
  );
  const done = LOCALES.filter((locale) => stored[locale]).length;
  const save = () =>
    run(async () => {
      await describePicture(modId, picture.id, { alt: filled, etag });
      await onChange();
      notify(t('media.textsSaved'));
    });
  return (
    <details className="texts">
      <summary>
        {t('media.texts')}{' '}
        <span className="dim">{t('media.textsCount', { done, all: LOCALES.length })}</span>
      </summary>
      <p className="dim">{t('media.textsHint')}</p>
      {LOCALES.map((locale) => (
        <TextInput
          key={locale}
          mt="xs"
          label={LANGUAGE_NAMES[locale]}
          lang={locale}
          maxLength={LIMITS.altTextCharacters}
          value={texts[locale] ?? ''}
          onChange={(event) => setTexts({ ...texts, [locale]: event.currentTarget.value })}
        />
      ))}
      {error !== null && <ProblemAlert error={error} />}
      <Button
        mt="sm"
        variant="default"
        loading={isBusy}
        disabled={Object.keys(filled).length === 0}
        onClick={() => void save()}
      >
        {t('media.saveTexts')}
      </Button>
    </details>
  );
}
