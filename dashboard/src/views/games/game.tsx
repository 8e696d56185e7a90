import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { saveMerged } from '../../kit/save-merged';
import { SavedForm } from '../mod/saved-form';
import { useSaving } from '../mod/use-saving';
import { Categories } from './categories';
import { type ManagedGame, readGame, updateGame } from './game-api';
import { GameFields } from './game-fields';
import { listsOf, valuesOf } from './game-values';
import { readSynonyms } from './synonym-api';
import { Synonyms } from './synonyms';

/** Reads a game, and the first page of its synonyms. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const game = await readGame(params['gameId'] ?? '', signal);
  return { game, synonyms: await readSynonyms(game.slug, null, signal) };
}

/** The editor of a game: its name and lists, its categories, and its synonyms of searches. */
export function Component() {
  const { game, synonyms } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  return (
    <>
      <p className="mod-head">
        <Link to="/games">{t('games.back')}</Link>
        <a href={`/games/${game.slug}`}>{t('games.publicPage')}</a>
      </p>
      <Head title={game.name} lead={t('games.address', { slug: game.slug })} />
      <Details game={game} />
      <Categories game={game} />
      <Synonyms gameSlug={game.slug} first={synonyms} />
    </>
  );
}

function Details({ game }: { readonly game: ManagedGame }) {
  const { t } = useTranslation();
  const { id, etag } = game;
  const form = useKeptForm(`game:${id}`, { values: valuesOf(game), etag });
  const saving = useSaving(form, (base, values) => saveMerged(savingOf(id), base, values));
  return (
    <SavedForm form={form} saving={saving}>
      <section className="card" aria-label={t('games.details')}>
        <GameFields form={form} />
        <p className="dim">{t('games.removal')}</p>
      </section>
    </SavedForm>
  );
}

/**
 * The reads and the write of a game. `readChanges` returns nothing, so a conflict names no other
 * user: only the audit log records the changes of a game.
 */
function savingOf(id: string) {
  return {
    async read() {
      const game = await readGame(id);
      return { values: valuesOf(game), etag: game.etag };
    },
    write: (base: { etag: string }, values: Readonly<Record<string, string>>) =>
      updateGame(id, { name: values['name']?.trim() ?? '', ...listsOf(values) }, base.etag),
    readChanges: async () => [],
  };
}
