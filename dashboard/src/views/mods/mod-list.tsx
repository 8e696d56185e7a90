import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useSearchParams } from 'react-router';
import { LIMITS } from '../../../../src/registry/limits';
import { type MyModsAsked, readMyMods } from '../../api/my-mods';
import { Head } from '../../kit/head';
import type { Loading } from '../../kit/loading';
import { usePaged } from '../../kit/paged';
import { SearchField } from '../../kit/search-field';
import { ModRows } from './mod-rows';
import { NewModButton } from './new-mod-button';

const STATES = ['draft', 'published', 'hidden', 'archived'] as const;
const ROLES = ['owner', 'maintainer', 'publisher', 'reviewer'] as const;
const SORTS = ['joined', 'updated', 'downloads', 'title'] as const;
const PAGE_MODS = 25;

/** The filters in the address. An unknown value is no filter. */
function askedIn(params: URLSearchParams): MyModsAsked {
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === params.get(name)) ?? null;
  return {
    search: params.get('q'),
    state: one('state', STATES),
    role: one('role', ROLES),
    sort: one('sort', SORTS),
    limit: PAGE_MODS,
  };
}

/** Reads the mods that the address asks for. */
export const loader = ({ request }: Loading) =>
  readMyMods(askedIn(new URL(request.url).searchParams), request.signal);

/** The list of the user's mods. The service searches, filters and orders it as the address says. */
export function Component() {
  const first = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { items, more } = usePaged(first, (cursor) => readMyMods({ ...askedIn(params), cursor }));
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <Head title={t('mods.title')} lead={t('mods.lead')} action={<NewModButton />} />
      <Filters params={params} set={set} />
      <section className="card">
        <p className="dim" role="status">
          {t('mods.count', { count: first.total })}
        </p>
        <ModRows mods={items} onReset={() => setParams({}, { replace: true })} />
        {more}
      </section>
    </>
  );
}

interface FilterProps {
  readonly params: URLSearchParams;
  readonly set: (name: string, value: string) => void;
}

function Filters({ params, set }: FilterProps) {
  const { t } = useTranslation();
  const choice = (name: string, label: string, any: string | null, data: readonly Choice[]) => (
    <NativeSelect
      label={label}
      value={params.get(name) ?? ''}
      onChange={(event) => set(name, event.currentTarget.value)}
      data={[...(any === null ? [] : [{ value: '', label: any }]), ...data]}
    />
  );
  return (
    <search className="filters">
      <SearchField
        label={t('mods.search')}
        maxLength={LIMITS.searchTextCharacters}
        value={params.get('q') ?? ''}
        onSearch={(text) => set('q', text)}
      />
      {choice(
        'state',
        t('mods.state'),
        t('mods.anyState'),
        STATES.map((value) => ({ value, label: t(`modState.${value}`) })),
      )}
      {choice(
        'role',
        t('mods.role'),
        t('mods.anyRole'),
        ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
      )}
      {choice(
        'sort',
        t('mods.sort'),
        null,
        SORTS.map((value) => ({
          value: value === 'joined' ? '' : value,
          label: t(`modsBy.${value}`),
        })),
      )}
    </search>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}
