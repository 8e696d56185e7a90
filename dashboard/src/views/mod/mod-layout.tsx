import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NavLink, useLoaderData, useRouteLoaderData } from 'react-router';
import { ViewOutlet } from '../../app/view-outlet';
import { textOf } from '../../kit/format';
import { TitleSubject } from '../../kit/head';
import { ModStateBadge } from '../../kit/mod-state';
import { loadMod, type ModWithRights } from './mod-data';

/** The id of the route that holds the mod for its views. */
export const MOD_ROUTE = 'mod';

/** The mod of the views below this route. Throws elsewhere. */
export function useMod(): ModWithRights {
  const data = useRouteLoaderData<typeof loadMod>(MOD_ROUTE);
  if (!data) throw new Error('a view of a mod outside of its route');
  return data;
}

export { loadMod as loader };

/** The sections of a mod, in the order of their tabs. */
const PLACES = [
  { to: '.', name: 'mod.details', end: true },
  { to: 'media', name: 'media.title', end: false },
  { to: 'versions', name: 'versions.title', end: false },
  { to: 'statistics', name: 'statistics.title', end: false },
  { to: 'team', name: 'team.title', end: false },
  { to: 'history', name: 'history.title', end: false },
] as const;

/**
 * The frame of the views of a mod: its title, state and sections, and its takedown if any. The
 * section `statistics` needs the permission of that name. A published mod has a link to its public
 * page.
 */
export function Component() {
  const { mod, permissions, takedown } = useLoaderData<typeof loadMod>();
  const { t } = useTranslation();
  const places = PLACES.filter(({ to }) => to !== 'statistics' || permissions.includes(to));
  return (
    <>
      <div className="mod-head">
        <span className="name">{textOf(mod.title)}</span>
        <ModStateBadge state={mod.state} />
        <span className="dim">{mod.game.name}</span>
        {mod.state === 'published' && <a href={`/mods/${mod.id}`}>{t('mods.publicPage')}</a>}
      </div>
      <nav className="tabs" aria-label={t('mod.sections')}>
        {places.map(({ to, name, end }) => (
          <NavLink key={to} to={to} end={end}>
            {t(name)}
          </NavLink>
        ))}
      </nav>
      {takedown.takenDownAt && (
        <Alert color="red" mb="md" title={t('takedown.ofYourMod')}>
          <p className="note">{takedown.reason}</p>
        </Alert>
      )}
      <TitleSubject value={textOf(mod.title)}>
        <ViewOutlet frame="mod" />
      </TitleSubject>
    </>
  );
}
