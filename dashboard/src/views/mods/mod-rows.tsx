import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MyMod } from '../../api/my-mods';
import { textOf } from '../../kit/format';
import { ModStateBadge } from '../../kit/mod-state';

/** Mods as rows, or what to do if none matches. */
export function ModRows(props: { readonly mods: readonly MyMod[]; readonly onReset: () => void }) {
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

/** One mod: its title, address, state and the user's role. */
export function ModRow({ mine: { mod, role } }: { readonly mine: MyMod }) {
  const { t } = useTranslation();
  return (
    <li>
      <div className="grow">
        <Link className="name" to={`/mods/${mod.id}`}>
          {textOf(mod.title)}
        </Link>
        <div className="dim">
          {mod.slug} · {t(`role.${role}`)}
        </div>
      </div>
      <ModStateBadge state={mod.state} />
      {mod.state === 'published' && <a href={`/mods/${mod.id}`}>{t('mods.publicPage')}</a>}
    </li>
  );
}
