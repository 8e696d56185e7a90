import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoteField } from '../../kit/note-field';
import { ProblemAlert } from '../../kit/problem-alert';
import { useChange } from '../../kit/use-change';
import { useWrite } from '../../kit/use-write';
import { addHash } from './blocklist-api';

const EMPTY = { sha256: '', name: '', sizeBytes: '', note: '' };
const SHA256 = /^[0-9a-f]{64}$/i;
const SIZE = /^\d*$/;

/**
 * The form that blocks bytes by their digest, without a confirmation. The size and the note are
 * optional; the name is not.
 */
export function NewHash() {
  const { t } = useTranslation();
  const [values, setValues] = useState(EMPTY);
  const { run, isBusy, error } = useWrite();
  const change = useChange();
  const set = (name: keyof typeof EMPTY, value: string) =>
    setValues((before) => ({ ...before, [name]: value }));
  const sha256 = values.sha256.trim();
  const isReady = SHA256.test(sha256) && values.name.trim() !== '' && SIZE.test(values.sizeBytes);
  const add = () =>
    run(async () => {
      const name = values.name.trim();
      const added = addHash({
        sha256: sha256.toLowerCase(),
        name,
        sizeBytes: values.sizeBytes === '' ? null : Number(values.sizeBytes),
        note: values.note.trim() || null,
      });
      await change(added, t('blocklist.added', { name }));
      setValues(EMPTY);
    });
  return (
    <form
      className="card"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2>{t('blocklist.new')}</h2>
      <p className="dim">{t('blocklist.newHow')}</p>
      <Stack gap="sm">
        <TextInput
          label="SHA-256"
          description={t('blocklist.sha256Hint')}
          required
          maxLength={64}
          autoComplete="off"
          value={values.sha256}
          onChange={(event) => set('sha256', event.currentTarget.value)}
        />
        <div className="two">
          <TextInput
            label={t('blocklist.name')}
            description={t('blocklist.nameHint')}
            required
            maxLength={64}
            value={values.name}
            onChange={(event) => set('name', event.currentTarget.value)}
          />
          <TextInput
            label={t('blocklist.size')}
            description={t('blocklist.sizeHint')}
            inputMode="numeric"
            maxLength={15}
            value={values.sizeBytes}
            onChange={(event) => set('sizeBytes', event.currentTarget.value)}
          />
        </div>
        <NoteField
          label={t('review.note')}
          value={values.note}
          onChange={(value) => set('note', value)}
        />
      </Stack>
      {error !== null && <ProblemAlert error={error} />}
      <Button type="submit" mt="md" color="red" loading={isBusy} disabled={!isReady}>
        {t('blocklist.add')}
      </Button>
    </form>
  );
}
