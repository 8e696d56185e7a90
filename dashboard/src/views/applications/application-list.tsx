import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { formatAgo } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { useReloadedView } from '../../kit/use-reloaded-view';
import { readApplications } from './application-api';

const POLL_MILLISECONDS = 30_000;

/** Reads the first page of the applications under review. */
export const loader = ({ request: { signal } }: LoaderFunctionArgs) =>
  readApplications(null, signal);

/**
 * The applications that wait for a review by an admin. While the tab is visible, the first page
 * loads again every 30 seconds and replaces all pages.
 */
export function Component() {
  const page = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, readApplications);
  useReloadedView(POLL_MILLISECONDS);
  return (
    <>
      <Head title={t('applications.title')} lead={t('applications.lead')} />
      <section className="card" aria-label={t('applications.title')}>
        <RowList
          items={items}
          none={t('applications.none')}
          more={more}
          row={({ id, name, kind, owner, unreviewedScopes, updatedAt }) => (
            <li>
              <div className="grow">
                <Link className="name" to={`/applications/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
                <div className="dim">
                  {owner ? t('review.by', { name: owner.username }) : t('applications.ofService')} ·{' '}
                  {t('applications.asks', { count: unreviewedScopes.length })} ·{' '}
                  {formatAgo(updatedAt)}
                </div>
              </div>
              <Badge variant="light" color="gray">
                {t(`appKind.${kind}`)}
              </Badge>
            </li>
          )}
        />
      </section>
    </>
  );
}
