import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Head } from '../../kit/head';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { Secret } from './secret';
import { createWebhook, type WebhookInput } from './webhook-api';
import { WEBHOOK_LABEL_KEYS, WebhookFields } from './webhook-form';

const EMPTY: WebhookInput = {
  url: '',
  description: '',
  eventKinds: ['version.published', 'file.failed'],
};

/** The form of a new webhook, and then its secret, which the service shows only once. */
export function Component() {
  const { t } = useTranslation();
  const [input, setInput] = useState(EMPTY);
  const [made, setMade] = useState<Awaited<ReturnType<typeof createWebhook>> | null>(null);
  const { run, isBusy, error } = useWrite();
  const create = () => run(async () => setMade(await createWebhook(input)));
  if (made) {
    return (
      <>
        <Head title={t('webhook.created')} />
        <Secret secret={made.secret} />
        <p>
          <Link to={`/webhooks/${made.id}`}>{t('webhook.open')}</Link>
        </p>
      </>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Head title={t('webhooks.new')} lead={t('webhook.newLead')} />
      <section className="card">
        <WebhookFields input={input} onChange={setInput} />
        {error !== null && (
          <ProblemAlert error={error} labelKeys={WEBHOOK_LABEL_KEYS} list="/webhooks" />
        )}
        <Button
          type="submit"
          mt="md"
          loading={isBusy}
          disabled={input.url === '' || input.eventKinds.length === 0}
        >
          {t('webhook.create')}
        </Button>
      </section>
    </form>
  );
}
