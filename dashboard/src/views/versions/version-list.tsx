import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { FilterSelect } from '../../kit/filter-select';
import { formatAgo, formatList, formatNumber } from '../../kit/format';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { knownFilter } from '../../kit/use-filters';
import { useMod } from '../mod/mod-layout';
import { readVersions, type VersionRow, type VersionStatus } from './version-data';
import { VersionStateBadge } from './version-state';

/** The states that each choice of the filter stands for. The address names the choice. */
const STATES = {
  draft: ['draft'],
  scanning: ['validating', 'scanning'],
  failed: ['failed'],
  ready: ['ready'],
  published: ['published'],
  archived: ['archived'],
  withdrawn: ['withdrawn'],
} as const satisfies Partial<Record<VersionStatus, readonly VersionStatus[]>>;
/** The choices of the filter, in their order. */
const SHOWN = [
  'draft',
  'scanning',
  'failed',
  'ready',
  'published',
  'archived',
  'withdrawn',
] as const;

/** Reads the newest versions of the state in the address, or of all states without a known one. */
export async function loader({
  params: { modId = '' },
  request: { url, signal },
}: LoaderFunctionArgs) {
  const state = knownFilter(url, 'state', SHOWN);
  const statuses = state && STATES[state];
  return { statuses, page: await readVersions(modId, null, signal, statuses) };
}

/**
 * The versions of a mod, the newest first, with a filter by state. With the permission `versions`,
 * a button leads to the form of a new one.
 */
export function Component() {
  const { statuses, page } = useLoaderData<typeof loader>();
  const { mod, permissions } = useMod();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, (cursor) =>
    readVersions(mod.id, cursor, undefined, statuses),
  );
  const action = permissions.includes('versions') && (
    <Button component={Link} to="new">
      {t('versions.new')}
    </Button>
  );
  return (
    <>
      <Head title={t('versions.title')} lead={t('versions.lead')} action={action} />
      <search className="filters">
        <FilterSelect
          name="state"
          label={t('mods.state')}
          choices={[
            { value: '', label: t('mods.anyState') },
            ...SHOWN.map((value) => ({ value, label: t(`versionState.${value}`) })),
          ]}
        />
      </search>
      <section className="card">
        <RowList
          items={items}
          none={t(statuses === null ? 'versions.none' : 'versions.noneOfState')}
          more={more}
          row={(version) => <Row version={version} />}
        />
      </section>
    </>
  );
}

/** A version with its facts, its state and its time, and the downloads of a published one. */
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
