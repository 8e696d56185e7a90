import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { formatTime } from '../../kit/format';
import { useKeptForm } from '../../kit/kept-form';
import { NoteField } from '../../kit/note-field';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { addNote, type ReviewEntry } from './review-api';

const EMPTY = { values: { text: '' }, etag: '' };

/** The notes of moderators for one another, and the form for a new one. */
export function InternalNotes({ entry: { id, notes } }: { readonly entry: ReviewEntry }) {
  const { t } = useTranslation();
  const form = useKeptForm(`review-note:${id}`, EMPTY);
  const text = form.values['text'] ?? '';
  const { revalidate } = useRevalidator();
  const { run, isBusy, error } = useWrite();
  const add = () =>
    run(async () => {
      await addNote(id, text);
      form.discard();
      await revalidate();
    });
  return (
    <section className="card" aria-labelledby="notes">
      <h2 id="notes">{t('review.notes')}</h2>
      <ul className="rows">
        {notes.map((note) => (
          <li key={note.id}>
            <div className="grow">
              <span className="name-inline">{note.author.username}</span>{' '}
              <span className="dim">{formatTime(note.createdAt)}</span>
              <p className="note">{note.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <NoteField
          label={t('review.newNote')}
          hint={t('review.notesHint')}
          value={text}
          onChange={(value) => form.set('text', value)}
        />
        {error !== null && <ProblemAlert error={error} />}
        <Button
          type="submit"
          mt="sm"
          variant="default"
          loading={isBusy}
          disabled={text.trim() === ''}
        >
          {t('review.addNote')}
        </Button>
      </form>
    </section>
  );
}
