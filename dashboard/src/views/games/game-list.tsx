import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Head } from '../../kit/head';
import { usePaged } from '../../kit/paged';
import { RowList } from '../../kit/row-list';
import { readGames } from './game-api';

/** Reads the first page of the games. */
export const loader = ({ request: { signal } }: LoaderFunctionArgs) => readGames(null, signal);

/** The games of the catalog, for administrators, with a button for a new one. */
export function Component() {
  const page = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(page, readGames);
  return (
    <>
      <Head
        title={t('games.title')}
        lead={t('games.lead')}
        action={
          <Button component={Link} to="/games/new">
            {t('games.new')}
          </Button>
        }
      />
      <section className="card" aria-label={t('games.title')}>
        <RowList
          items={items}
          none={t('games.none')}
          more={more}
          row={({ id, slug, name, gameVersions, loaders }) => (
            <li>
              <div className="grow">
                <Link className="name" to={`/games/${id}`}>
                  <bdi>{name}</bdi>
                </Link>
                <div className="dim">
                  {slug} · {t('games.versions', { count: gameVersions.length })} ·{' '}
                  {t('games.loaders', { count: loaders.length })}
                </div>
              </div>
            </li>
          )}
        />
      </section>
    </>
  );
}
