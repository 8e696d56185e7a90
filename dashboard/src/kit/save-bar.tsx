import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KeptForm } from './kept-form';

/**
 * The message that unsaved input of an earlier visit is back, with a button that discards it.
 * Render it only if `form.isRestored`. The button is disabled while a save is under way (`isBusy`),
 * because discarded input would count as typed after it.
 */
export function RestoredNotice(props: { readonly form: KeptForm; readonly isBusy: boolean }) {
  const { form, isBusy } = props;
  const { t } = useTranslation();
  return (
    <Alert mb="md" title={t('form.restored')}>
      <p>{t('form.restoredHow')}</p>
      <Button size="xs" variant="default" onClick={form.discard} disabled={isBusy}>
        {t('form.discard')}
      </Button>
    </Alert>
  );
}

/** The number of unsaved changes, and the buttons that submit the form and discard the changes. */
export function SaveBar(props: { readonly form: KeptForm; readonly isBusy: boolean }) {
  const { form, isBusy } = props;
  const { t } = useTranslation();
  const count = form.changed.length;
  return (
    <Group className={count === 0 ? 'save-bar' : 'save-bar pending'} justify="space-between">
      <span className="dim" role="status">
        {count === 0 ? t('form.unchanged') : t('form.changed', { count })}
      </span>
      <Group gap="xs">
        {count > 0 && (
          <Button variant="default" onClick={form.discard} disabled={isBusy}>
            {t('form.discard')}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={count === 0}>
          {t('form.save')}
        </Button>
      </Group>
    </Group>
  );
}
