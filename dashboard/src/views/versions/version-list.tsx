import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { formatAgo, formatList, formatNumber } from '../../kit/format';
import { Head } from '../../kit/head';
import type { Loading } from '../../kit/loading';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { useMod } from '../mod/mod-layout';
import { readVersions, type VersionRow } from './version-data';
import { VersionStateBadge } from './version-state';

/** Reads the newest versions. */
export const loader = ({ params, request: { signal } }: Loading) =>
  readVersions(params['modId'] ?? '', null, signal);

/** The versions of a mod, the newest first. */
export function Component() {
  const first = useLoaderData<typeof loader>();
  const { mod, permissions } = useMod();
  const { t } = useTranslation();
  const { items, more } = usePaged(first, (cursor) => readVersions(mod.id, cursor));
  const action = permissions.includes('versions') && (
    <Button component={Link} to="new">
      {t('versions.new')}
    </Button>
  );
  return (
    <>
      <Head title={t('versions.title')} lead={t('versions.lead')} action={action} />
      <section className="card">
        <RowList
          items={items}
          none={t('versions.none')}
          more={more}
          row={(version) => <Row version={version} />}
        />
      </section>
    </>
  );
}

function Row({ version }: { readonly version: VersionRow }) {
  const { t } = useTranslation();
  const { gameVersions, loaderPlatforms, publishedAt, createdAt } = version;
  const facts = [
    t(`channel.${version.releaseChannel}`),
    formatList(loaderPlatforms),
    formatList(gameVersions),
  ].filter((fact) => fact !== '');
  return (
    <li>
      <div className="grow">
        <Link className="name" to={version.id}>
          {version.version}
        </Link>
        <div className="dim">{facts.join(' · ')}</div>
      </div>
      <span className="dim">
        {publishedAt
          ? t('versions.published', { when: formatAgo(publishedAt) })
          : t('versions.created', { when: formatAgo(createdAt) })}
        {publishedAt &&
          ` · ${t('versions.downloads', {
            count: version.downloadsCount,
            shown: formatNumber(version.downloadsCount),
          })}`}
      </span>
      <VersionStateBadge state={version.status} />
    </li>
  );
}
