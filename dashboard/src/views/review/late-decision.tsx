import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { REJECTION_REASONS } from '../../../../src/registry/reviews';
import type { KeptForm } from '../../kit/kept-form';
import type { ReviewEntry } from './review-api';

/** The input of a decision that came too late: who was faster, and what was not sent. */
export function LateDecision(props: { readonly entry: ReviewEntry; readonly form: KeptForm }) {
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
