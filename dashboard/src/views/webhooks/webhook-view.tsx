import { Alert, Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { ConfirmButton } from '../../kit/confirm';
import { Head } from '../../kit/head';
import { ProblemAlert } from '../../kit/problem-alert';
import { useChange } from '../../kit/use-change';
import { useWrite } from '../../kit/use-write';
import { readDeliveries, statusIn } from './delivery-api';
import { DeliveryLog } from './delivery-log';
import { Secret } from './secret';
import {
  deleteWebhook,
  readWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook,
  type WebhookInput,
} from './webhook-api';
import { WEBHOOK_LABEL_KEYS, WebhookFields } from './webhook-form';

/** Reads a webhook and the newest page of its log. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = params['webhookId'] ?? '';
  const status = statusIn(new URL(request.url).searchParams);
  const [webhook, deliveries] = await Promise.all([
    readWebhook(id, request.signal),
    readDeliveries({ id, status, cursor: null }, request.signal),
  ]);
  return { webhook, deliveries };
}

/**
 * A webhook: its settings, its secret and its delivery log. Its buttons enable or disable it,
 * create a new secret, and delete it.
 */
export function Component() {
  const { webhook: loaded, deliveries } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  // Reading the webhook again after a rotation could fail, and the page would lose the secret.
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const webhook = rotated?.from === loaded.etag ? { ...loaded, etag: rotated.to } : loaded;
  const badge = (
    <Badge color={webhook.state === 'active' ? 'green' : 'red'} variant="light">
      {t(`webhookState.${webhook.state}`)}
    </Badge>
  );
  return (
    <>
      <Head title={webhook.description || t('webhook.title')} lead={webhook.url} action={badge} />
      {webhook.disabledReason && (
        <Alert color="red" mb="md">
          {t(`webhookEnd.${webhook.disabledReason}`)}
        </Alert>
      )}
      <DeliveryLog
        webhookId={webhook.id}
        first={deliveries}
        isActive={webhook.state === 'active'}
      />
      <Settings key={keyOf(webhook)} webhook={webhook} />
      <Secrets webhook={webhook} onRotated={(to) => setRotated({ from: loaded.etag, to })} />
    </>
  );
}

/** The ETag that was loaded, and the one that a new secret gave the webhook. */
interface Rotated {
  readonly from: string;
  readonly to: string;
}

/** Another key for other settings, so that the form shows them. */
const keyOf = ({ url, description, eventKinds }: Webhook): string =>
  JSON.stringify([url, description, eventKinds]);

function Settings({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const change = useChange();
  const [input, setInput] = useState<WebhookInput>({
    url: webhook.url,
    description: webhook.description ?? '',
    eventKinds: webhook.eventKinds,
  });
  const save = (changes: Parameters<typeof updateWebhook>[1]) =>
    run(() => change(updateWebhook(webhook, changes), t('mod.saved')));
  const isActive = webhook.state === 'active';
  return (
    <form
      className="card card-gap"
      onSubmit={(event) => {
        event.preventDefault();
        void save(input);
      }}
    >
      <h2>{t('webhook.settings')}</h2>
      <WebhookFields input={input} onChange={setInput} />
      {error !== null && <ProblemAlert error={error} labelKeys={WEBHOOK_LABEL_KEYS} />}
      <Group mt="md">
        <Button type="submit" loading={isBusy} disabled={input.eventKinds.length === 0}>
          {t('form.save')}
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void save({ enabled: !isActive })}
        >
          {t(isActive ? 'webhook.disable' : 'webhook.enable')}
        </Button>
      </Group>
    </form>
  );
}

function Secrets(props: { readonly webhook: Webhook; onRotated(etag: string): void }) {
  const { webhook, onRotated } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const rotated = await rotateSecret(webhook.id);
    setSecret(rotated.secret);
    onRotated(rotated.etag);
  };
  return (
    <section className="card card-gap" aria-labelledby="secret">
      <h2 id="secret">{t('webhook.secret')}</h2>
      <p className="dim">{t('webhook.secretHint')}</p>
      {secret !== null && <Secret secret={secret} />}
      <Group>
        <ConfirmButton
          label={t('webhook.rotate')}
          title={t('webhook.rotateTitle')}
          onConfirm={rotate}
        >
          {t('webhook.rotateEffect')}
        </ConfirmButton>
        <ConfirmButton
          label={t('webhook.delete')}
          title={t('webhook.deleteTitle')}
          color="red"
          variant="subtle"
          onConfirm={async () => {
            await deleteWebhook(webhook.id);
            await navigate('/webhooks');
          }}
        >
          {t('webhook.deleteEffect')}
        </ConfirmButton>
      </Group>
    </section>
  );
}
