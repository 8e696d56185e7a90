import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MyMod } from '../../api/my-mods';
import { formatAgo, formatNumber, textOf } from '../../kit/format';
import { ModStateBadge } from '../../kit/mod-state';

/** The width of covers in rows, on screens with two device pixels for each CSS pixel. */
const COVER_PIXELS = 192;

/** Mods as rows. Without any, an invitation to create the first one, or to reset the filters. */
export function ModRows(props: {
  readonly mods: readonly MyMod[];
  /** Whether the list has filters, which may be the reason for an empty one. */
  readonly isFiltered: boolean;
  readonly onReset: () => void;
}) {
  const { t } = useTranslation();
  if (props.mods.length > 0) {
    return (
      <ul className="rows">
        {props.mods.map((mine) => (
          <ModRow key={mine.id} mine={mine} />
        ))}
      </ul>
    );
  }
  if (!props.isFiltered) {
    return (
      <>
        <h2>{t('overview.firstMod')}</h2>
        <p className="dim">{t('overview.firstModHow')}</p>
      </>
    );
  }
  return (
    <>
      <h2>{t('mods.none')}</h2>
      <p className="dim">{t('mods.noneHow')}</p>
      <Button variant="default" onClick={props.onReset}>
        {t('mods.reset')}
      </Button>
    </>
  );
}

/** One mod: its cover, title, address, numbers, state and the user's role. */
export function ModRow({ mine: { mod, role } }: { readonly mine: MyMod }) {
  const { t } = useTranslation();
  const facts = [
    t('mods.versions', { count: mod.versionsCount }),
    t('mods.downloads', {
      count: mod.downloadsCount,
      shown: formatNumber(mod.downloadsCount),
    }),
    t('mods.updated', { when: formatAgo(mod.updatedAt) }),
  ];
  return (
    <li>
      <Cover mod={mod} />
      <div className="grow">
        <Link className="name" to={`/mods/${mod.id}`}>
          {textOf(mod.title)}
        </Link>
        <div className="dim">
          {mod.slug} · {mod.gameName} · {t(`role.${role}`)}
        </div>
        <div className="dim">{facts.join(' · ')}</div>
      </div>
      <ModStateBadge state={mod.state} />
      {mod.state === 'published' && <a href={`/mods/${mod.id}`}>{t('mods.publicPage')}</a>}
    </li>
  );
}

/** The cover as decoration: the title is next to it. */
function Cover({ mod: { cover } }: Pick<MyMod, 'mod'>) {
  if (!cover) return <div className="thumbnail" />;
  const url = cover.variants.find(({ width }) => width >= COVER_PIXELS)?.url ?? cover.url;
  return <img className="thumbnail" src={url} alt="" loading="lazy" />;
}
