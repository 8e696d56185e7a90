import { useTranslation } from 'react-i18next';
import { formatDay } from '../../kit/format';
import { usePaged } from '../../kit/paged';
import { type EntitledPage, readEntitled } from './entitled-api';

/**
 * The users with a right to a mod or to one of its files. Without such users, it shows nothing,
 * except for a mod of the tier `restricted`.
 */
export function Entitled(props: {
  readonly mod: { readonly id: string; readonly accessTier: string };
  readonly first: EntitledPage;
}) {
  const { mod, first } = props;
  const { t } = useTranslation();
  const { items, more } = usePaged(first, (cursor) => readEntitled({ modId: mod.id, cursor }));
  if (items.length === 0 && mod.accessTier !== 'restricted') return null;
  return (
    <section className="card" aria-labelledby="entitled">
      <h2 id="entitled">{t('entitled.title')}</h2>
      <p className="dim">{t('entitled.lead')}</p>
      {items.length === 0 && <p>{t('entitled.none')}</p>}
      <ul className="rows">
        {items.map(({ id, username, filename, createdAt, expiresAt }) => (
          <li key={id}>
            <div className="grow">
              <span className="name">{username}</span>
              <div className="dim">
                {filename ?? t('entitled.allFiles')} ·{' '}
                {t('entitled.since', { day: formatDay(createdAt) })}
              </div>
            </div>
            {expiresAt !== null && (
              <span>{t('entitled.until', { day: formatDay(expiresAt) })}</span>
            )}
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
