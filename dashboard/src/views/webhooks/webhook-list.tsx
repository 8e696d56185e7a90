import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatAgo } from '../../kit/format';
import { Head } from '../../kit/head';
import { RowList } from '../../kit/row-list';
import { readWebhooks } from './webhook-api';

/** Reads the webhooks of the user. */
export const loader = ({ request: { signal } }: LoaderFunctionArgs) => readWebhooks(signal);

/** The webhooks of the user, with a button for a new one. */
export function Component() {
  const webhooks = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const action = (
    <Button component={Link} to="new">
      {t('webhooks.new')}
    </Button>
  );
  return (
    <>
      <Head title={t('webhooks.title')} lead={t('webhooks.lead')} action={action} />
      <section className="card" aria-label={t('webhooks.title')}>
        <RowList
          items={webhooks}
          none={t('webhooks.none')}
          row={({ id, url, description, state, eventKinds, createdAt }) => (
            <li>
              <div className="grow">
                <Link className="name" to={id}>
                  {description || url}
                </Link>
                <div className="dim">
                  {url} · {t('webhooks.events', { count: eventKinds.length })} ·{' '}
                  {t('webhooks.created', { when: formatAgo(createdAt) })}
                </div>
              </div>
              <Badge color={state === 'active' ? 'green' : 'red'} variant="light">
                {t(`webhookState.${state}`)}
              </Badge>
            </li>
          )}
        />
      </section>
    </>
  );
}
