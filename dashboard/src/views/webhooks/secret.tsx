import { Alert, Button, Code } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Code.css';

/** A secret that the service shows only once. No storage of the browser keeps it. */
export function Secret({ secret }: { readonly secret: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <Alert color="green" my="md" title={t('secret.title')}>
      <p>{t('secret.how')}</p>
      <Code block>{secret}</Code>
      <Button size="xs" mt="sm" variant="default" onClick={() => void copy()}>
        {isCopied ? t('secret.copied') : t('secret.copy')}
      </Button>
    </Alert>
  );
}
