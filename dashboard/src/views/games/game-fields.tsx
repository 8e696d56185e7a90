import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import type { KeptForm } from '../../kit/kept-form';
import { LISTS } from './game-values';

/** The fields for the name of a game, and for its lists, one key a line. They show no errors. */
export function GameFields({ form }: { readonly form: KeptForm }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('field.name')}
        required
        maxLength={LIMITS.titleCharacters}
        value={form.values['name'] ?? ''}
        onChange={(event) => form.set('name', event.currentTarget.value)}
      />
      <div className="two">
        {LISTS.map((list) => (
          <Textarea
            key={list}
            mt="sm"
            label={t(`field.${list}`)}
            description={t(`games.hint.${list}`)}
            autosize
            minRows={3}
            maxRows={14}
            spellCheck={false}
            value={form.values[list] ?? ''}
            onChange={(event) => form.set(list, event.currentTarget.value)}
          />
        ))}
      </div>
    </>
  );
}
