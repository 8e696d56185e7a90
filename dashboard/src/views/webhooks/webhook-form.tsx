import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Checkbox.css';
import { EVENT_KINDS } from '../../../../src/registry/events';
import { LIMITS } from '../../../../src/registry/limits';
import { formatSeconds } from '../../kit/format';
import type { WebhookInput } from './webhook-api';

/** The message keys of the labels of a webhook that differ from those of a mod. */
export const WEBHOOK_LABEL_KEYS = { description: 'webhook.description' } as const;

/** The fields of a webhook: its address, its description and the kinds of its events. */
export function WebhookFields(props: {
  readonly input: WebhookInput;
  readonly onChange: (input: WebhookInput) => void;
}) {
  const { input, onChange } = props;
  const { t } = useTranslation();
  return (
    <Stack>
      <TextInput
        label={t('webhook.url')}
        description={t('webhook.urlHint', { time: formatSeconds(LIMITS.webhookResponseSeconds) })}
        required
        type="url"
        placeholder="https://"
        maxLength={LIMITS.urlCharacters}
        value={input.url}
        onChange={(event) => onChange({ ...input, url: event.currentTarget.value })}
      />
      <TextInput
        label={t(WEBHOOK_LABEL_KEYS.description)}
        description={t('webhook.descriptionHint')}
        maxLength={LIMITS.webhookDescriptionCharacters}
        value={input.description}
        onChange={(event) => onChange({ ...input, description: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('webhook.events')}
        value={[...input.eventKinds]}
        onChange={(eventKinds) => onChange({ ...input, eventKinds })}
      >
        <Stack gap="xs" mt="xs">
          {EVENT_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`event.${kind}`)} description={kind} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  );
}
