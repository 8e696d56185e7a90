import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PLATFORM_ROLES } from '../../../../src/registry/access';
import { FilterSelect } from '../../kit/filter-select';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { SearchField } from '../../kit/search-field';
import { knownFilter, useFilters } from '../../kit/use-filters';
import { readUsers } from './user-api';
import { UserRow } from './user-row';

const STATES = ['active', 'blocked', 'deleted'] as const;
const NAME_CHARACTERS = 64;

/** Reads the first page of the accounts. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const filter = {
    q: (new URL(url).searchParams.get('q') ?? '').slice(0, NAME_CHARACTERS),
    role: knownFilter(url, 'role', PLATFORM_ROLES),
    state: knownFilter(url, 'state', STATES),
  };
  return { filter, page: await readUsers(filter, null, signal) };
}

/** The accounts of the service, with their roles and blocks; deleted ones only with that filter. */
export function Component() {
  const { filter, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { get, set } = useFilters();
  const { items, more } = usePaged(page, (cursor) => readUsers(filter, cursor));
  return (
    <>
      <Head title={t('users.title')} lead={t('users.lead')} />
      <search className="filters">
        <SearchField
          label={t('users.search')}
          maxLength={NAME_CHARACTERS}
          value={get('q')}
          onSearch={(text) => set('q', text)}
        />
        <FilterSelect
          name="role"
          label={t('users.role')}
          choices={[
            { value: '', label: t('mods.anyRole') },
            ...PLATFORM_ROLES.map((role) => ({ value: role, label: t(`platformRole.${role}`) })),
          ]}
        />
        <FilterSelect
          name="state"
          label={t('users.state')}
          choices={[
            { value: '', label: t('mods.anyState') },
            ...STATES.map((state) => ({ value: state, label: t(`userState.${state}`) })),
          ]}
        />
      </search>
      <section className="card" aria-label={t('users.title')}>
        <RowList
          items={items}
          none={t('users.none')}
          more={more}
          row={(user) => <UserRow user={user} />}
        />
      </section>
    </>
  );
}
