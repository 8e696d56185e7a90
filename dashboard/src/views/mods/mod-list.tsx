import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { ROLES_OF_TEAM } from '../../../../src/registry/access';
import { LIMITS } from '../../../../src/registry/limits';
import { type MyModsFilter, readMyMods } from '../../api/my-mods';
import { FilterSelect } from '../../kit/filter-select';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { SearchField } from '../../kit/search-field';
import { useFilters } from '../../kit/use-filters';
import { ModRows } from './mod-rows';
import { NewModButton } from './new-mod-button';

const STATES = ['draft', 'published', 'hidden', 'archived'] as const;
/** `joined` is the default: the latest membership of the user first. */
const SORTS = ['joined', 'updated', 'downloads', 'title'] as const;
const PAGE_MODS = 25;

/** The filters in the address. An unknown value is no filter. */
function filtersIn(params: URLSearchParams): MyModsFilter {
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name)) ?? null;
  return {
    search: params.get('q'),
    state: one('state', STATES),
    role: one('role', ROLES_OF_TEAM),
    sort: one('sort', SORTS),
    limit: PAGE_MODS,
  };
}

/** Reads the first page of the mods that the address asks for. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  readMyMods(filtersIn(new URL(request.url).searchParams), request.signal);

/**
 * The list of the user's mods, with a button for a new one. The service searches, filters by state
 * and role, and orders it as the address says.
 */
export function Component() {
  const first = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const isFiltered = ['q', 'state', 'role'].some((name) => params.has(name));
  const { items, more } = usePaged(first, (cursor) => readMyMods({ ...filtersIn(params), cursor }));
  return (
    <>
      <Head title={t('mods.title')} lead={t('mods.lead')} action={<NewModButton />} />
      <Filters />
      <section className="card">
        <p className="dim" role="status">
          {t('mods.count', { count: first.total })}
        </p>
        <ModRows
          mods={items}
          isFiltered={isFiltered}
          onReset={() => setParams({}, { replace: true })}
        />
        {more}
      </section>
    </>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { get, set } = useFilters();
  return (
    <search className="filters">
      <SearchField
        label={t('mods.search')}
        maxLength={LIMITS.searchTextCharacters}
        value={get('q')}
        onSearch={(text) => set('q', text)}
      />
      <FilterSelect
        name="state"
        label={t('mods.state')}
        choices={[
          { value: '', label: t('mods.anyState') },
          ...STATES.map((value) => ({ value, label: t(`modState.${value}`) })),
        ]}
      />
      <FilterSelect
        name="role"
        label={t('mods.role')}
        choices={[
          { value: '', label: t('mods.anyRole') },
          ...ROLES_OF_TEAM.map((value) => ({ value, label: t(`role.${value}`) })),
        ]}
      />
      <FilterSelect
        name="sort"
        label={t('mods.sort')}
        choices={SORTS.map((value) => ({
          value: value === 'joined' ? '' : value,
          label: t(`modsBy.${value}`),
        }))}
      />
    </search>
  );
}
