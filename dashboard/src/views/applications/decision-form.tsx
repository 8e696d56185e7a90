import { Checkbox, Group, Stack } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { withNotice } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { useKeptForm } from '../../kit/kept-form';
import { NoteField } from '../../kit/note-field';
import { type Application, decide } from './application-api';
import { scopeText } from './scope-text';

/** The form edits no stored state, so it has no ETag. `decide` sends that of the application. */
const EMPTY = { values: { note: '' }, etag: '' };

/**
 * The decision: which of the waiting scopes an application gets, and the note to its owner. An
 * approval needs at least one scope, a rejection needs a note. After a decision, the list of
 * applications opens. The browser keeps an unsent note.
 */
export function DecisionForm({ app }: { readonly app: Application }) {
  const { t } = useTranslation();
  const { id, name, unreviewedScopes } = app;
  const [approvedScopes, setApproved] = useState<readonly string[]>(unreviewedScopes);
  const form = useKeptForm(`application:${id}`, EMPTY);
  const navigate = useNavigate();
  const note = form.values['note'] ?? '';
  const send = async (decision: 'approve' | 'reject') => {
    await decide(app, { decision, note, approvedScopes });
    form.discard();
    const done = t(decision === 'approve' ? 'applications.approved' : 'applications.rejected', {
      name,
    });
    await navigate('/applications', withNotice(done));
  };
  return (
    <section className="card" aria-labelledby="decision">
      <h2 id="decision">{t('review.decision')}</h2>
      <Checkbox.Group
        mb="md"
        label={t('applications.waiting')}
        description={t('applications.waitingHint')}
        value={[...approvedScopes]}
        onChange={setApproved}
      >
        <Stack mt="xs" gap="xs">
          {unreviewedScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={`${scopeText(scope)} (${scope})`} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NoteField
        label={t('applications.note')}
        hint={t('applications.noteHint')}
        value={note}
        onChange={(value) => form.set('note', value)}
      />
      <Group mt="md">
        <ConfirmButton
          label={t('applications.approve')}
          title={t('applications.approveTitle', { name })}
          disabled={approvedScopes.length === 0}
          onConfirm={() => send('approve')}
        >
          {t('applications.approveEffect', { count: approvedScopes.length })}
        </ConfirmButton>
        <ConfirmButton
          label={t('applications.reject')}
          title={t('applications.rejectTitle', { name })}
          color="red"
          disabled={note.trim() === ''}
          onConfirm={() => send('reject')}
        >
          {t('applications.rejectEffect')}
        </ConfirmButton>
      </Group>
    </section>
  );
}
