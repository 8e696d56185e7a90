import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useSearchParams } from 'react-router';
import { type MyMod, readMyMods } from '../../api/my-mods';
import { Head } from '../../kit/head';
import type { Loading } from '../../kit/loading';
import { ModRows } from './mod-rows';
import { NewModButton } from './new-mod-button';

const STATES = ['draft', 'published', 'hidden', 'archived'] as const;
const ROLES = ['owner', 'maintainer', 'publisher', 'reviewer'] as const;

/** Reads the mods of the list. */
export const loader = ({ request }: Loading) => readMyMods(request.signal);

/** The list of the user's mods, with a search and filters that its address keeps. */
export function Component() {
  const mods = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
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
  const shown = useDeferredValue(mods.filter((mod) => matches(mod, params)));
  return (
    <>
      <Head title={t('mods.title')} lead={t('mods.lead')} action={<NewModButton />} />
      <Filters params={params} set={set} />
      <section className="card">
        <p className="dim" role="status">
          {t('mods.count', { count: shown.length })}
        </p>
        <ModRows mods={shown} onReset={() => setParams({}, { replace: true })} />
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
  return (
    <search className="filters">
      <TextInput
        type="search"
        label={t('mods.search')}
        value={params.get('q') ?? ''}
        onChange={(event) => set('q', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('mods.state')}
        value={params.get('state') ?? ''}
        onChange={(event) => set('state', event.currentTarget.value)}
        data={[
          { value: '', label: t('mods.anyState') },
          ...STATES.map((state) => ({ value: state, label: t(`modState.${state}`) })),
        ]}
      />
      <NativeSelect
        label={t('mods.role')}
        value={params.get('role') ?? ''}
        onChange={(event) => set('role', event.currentTarget.value)}
        data={[
          { value: '', label: t('mods.anyRole') },
          ...ROLES.map((role) => ({ value: role, label: t(`role.${role}`) })),
        ]}
      />
    </search>
  );
}

function matches({ mod, role }: MyMod, params: URLSearchParams): boolean {
  const wanted = (params.get('q') ?? '').trim().toLocaleLowerCase();
  const texts = [mod.slug, ...Object.values(mod.title)].map((text) => text.toLocaleLowerCase());
  const isNamed = wanted === '' || texts.some((text) => text.includes(wanted));
  const isIn = (name: string, value: string) => [null, '', value].includes(params.get(name));
  return isNamed && isIn('state', mod.state) && isIn('role', role);
}
