import { Alert, Button, Code } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Code.css';

/**
 * A secret that the service shows only once, with a button that copies it. No storage of the
 * browser keeps it.
 */
export function Secret({ secret }: { readonly secret: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'copy' | 'copied' | 'notCopied'>('copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setOutcome('copied');
    } catch {
      // The user has denied it, or the page has no secure connection.
      setOutcome('notCopied');
    }
  };
  return (
    <Alert color="green" my="md" title={t('secret.title')}>
      <p>{t('secret.how')}</p>
      <Code block>{secret}</Code>
      <Button size="xs" mt="sm" variant="default" onClick={() => void copy()} aria-live="polite">
        {t(`secret.${outcome}`)}
      </Button>
    </Alert>
  );
}
