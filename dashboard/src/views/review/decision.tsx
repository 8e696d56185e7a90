import { Alert, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REJECTION_REASONS } from '../../../../src/registry/reviews';
import { ConfirmButton } from '../../kit/confirm';
import { type KeptForm, useKeptForm } from '../../kit/kept-form';
import { NoteField } from '../../kit/note-field';
import { useChange } from '../../kit/use-change';
import { approve, type ReviewEntry, reject } from './review-api';

const EMPTY = { values: { publicNote: '', note: '', reason: '' }, etag: '' };

interface DecisionProps {
  readonly entry: ReviewEntry;
  /** Whether another moderator has claimed the upload, which disables the buttons. */
  readonly isBlocked: boolean;
}

/**
 * The form for the decision about a pending upload: a note to its creator, one for moderators, and
 * the reason of a rejection. All three are optional. Two buttons approve or reject the upload after
 * a confirmation. If the review ends first, it shows the unsent input, if there is any, with a
 * button that discards it.
 */
export function Decision(props: DecisionProps) {
  const { id, filename } = props.entry;
  const { t } = useTranslation();
  const form = useKeptForm(`review:${id}`, EMPTY);
  const { isSending, decide } = useDecide(form);
  const text = (name: string) => form.values[name] ?? '';
  const notes = { publicNote: text('publicNote') || null, note: text('note') || null };
  const reason = REJECTION_REASONS.find((known) => known === text('reason')) ?? null;
  const field = (name: string) => ({
    value: text(name),
    onChange: (value: string) => form.set(name, value),
  });
  // A live update can report the decision of this view before its response arrives.
  if (props.entry.state !== 'pending' && !isSending) {
    return form.changed.length === 0 ? null : <LateDecision entry={props.entry} form={form} />;
  }
  return (
    <section className="card" aria-labelledby="decision">
      <h2 id="decision">{t('review.decision')}</h2>
      <Stack>
        <NoteField
          label={t('review.publicNote')}
          hint={t('review.publicNoteHint')}
          {...field('publicNote')}
        />
        <NoteField label={t('review.note')} hint={t('review.notesHint')} {...field('note')} />
        <ReasonField {...field('reason')} />
        <DecisionButtons
          filename={filename}
          isBlocked={props.isBlocked}
          onApprove={() => decide(approve(id, notes), t('review.approved', { file: filename }))}
          onReject={() =>
            decide(reject(id, { ...notes, reason }), t('review.rejected', { file: filename }))
          }
        />
      </Stack>
    </section>
  );
}

/** Sends a decision, and discards the input when the service has it. */
function useDecide(form: KeptForm) {
  const change = useChange();
  const [isSending, setSending] = useState(false);
  const decide = async (decision: Promise<void>, message: string) => {
    setSending(true);
    try {
      await change(decision.then(form.discard), message);
    } finally {
      setSending(false);
    }
  };
  return { isSending, decide };
}

/** The choice of a reason for a rejection, or of none. */
function ReasonField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('review.rejection')}
      description={t('review.rejectionHint')}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('review.noRejection') },
        ...REJECTION_REASONS.map((code) => ({ value: code, label: t(`rejection.${code}`) })),
      ]}
    />
  );
}

/** The buttons that approve or reject the upload after a confirmation. */
function DecisionButtons(props: {
  readonly filename: string;
  readonly isBlocked: boolean;
  readonly onApprove: () => Promise<void>;
  readonly onReject: () => Promise<void>;
}) {
  const { filename: file, isBlocked, onApprove, onReject } = props;
  const { t } = useTranslation();
  return (
    <Group>
      <ConfirmButton
        label={t('review.approve')}
        title={t('review.approveTitle', { file })}
        color="accent"
        variant="filled"
        disabled={isBlocked}
        onConfirm={onApprove}
      >
        {t('review.approveEffect')}
      </ConfirmButton>
      <ConfirmButton
        label={t('review.reject')}
        title={t('review.rejectTitle', { file })}
        color="red"
        disabled={isBlocked}
        onConfirm={onReject}
      >
        {t('review.rejectEffect')}
      </ConfirmButton>
    </Group>
  );
}

/**
 * The input of a decision that came too late: the faster moderator, if one decided, and the texts
 * that were not sent.
 */
function LateDecision(props: { readonly entry: ReviewEntry; readonly form: KeptForm }) {
  const { entry, form } = props;
  const { t } = useTranslation();
  const { publicNote = '', note = '', reason } = form.values;
  const name = entry.decidedBy?.username;
  const rejection = REJECTION_REASONS.find((known) => known === reason);
  const kept = [
    [t('review.publicNote'), publicNote],
    [t('review.note'), note],
    [t('review.rejection'), rejection ? t(`rejection.${rejection}`) : ''],
  ].filter(([, text]) => text !== '');
  return (
    <section className="card" aria-labelledby="decision">
      <h2 id="decision">{t('review.decision')}</h2>
      <Alert role="alert" title={t('review.late')} mb="md">
        <p>{name === undefined ? t('review.over') : t('review.lateBy', { name })}</p>
        <p>{t('review.lateHow')}</p>
      </Alert>
      <dl>
        {kept.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="note">{text}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" onClick={form.discard}>
        {t('form.discard')}
      </Button>
    </section>
  );
}
