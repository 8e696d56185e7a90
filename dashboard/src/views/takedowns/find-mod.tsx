import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { RowList } from '../../kit/row-list';
import { useDraft } from '../../kit/use-draft';
import { useFilters } from '../../kit/use-filters';
import { findMods } from './takedown-api';

/** The id of a mod, alone or in an address of its pages. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

const wordsIn = (params: URLSearchParams) => params.get('q') ?? '';

/** Finds public mods by the words in the address. Null without words, and for the id of a mod. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const q = wordsIn(new URL(url).searchParams).trim();
  return q === '' || ID.test(q) ? null : findMods(q, signal);
}

/**
 * The search for a mod that a moderator wants to take down, or to release. An id leads to the mod
 * directly, because the search finds no mod that is taken down.
 */
export function Component() {
  const found = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { get, submit } = useFilters();
  const [text, setText] = useDraft(wordsIn);
  const id = ID.exec(get('q'))?.[0];
  return (
    <>
      <Head title={t('takedown.title')} lead={t('takedown.lead')} />
      <search>
        <form
          className="line"
          onSubmit={(event) => {
            event.preventDefault();
            submit('q', text.trim());
          }}
        >
          <TextInput
            type="search"
            label={t('takedown.search')}
            description={t('takedown.searchHint')}
            // The description is above the input, so that the input is level with the button.
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit">{t('takedown.find')}</Button>
        </form>
      </search>
      {id !== undefined && (
        <p>
          <Link to={id}>{t('takedown.byId', { id })}</Link>
        </p>
      )}
      {found !== null && (
        <section className="card card-gap" aria-label={t('takedown.found')}>
          <RowList
            items={found}
            none={t('mods.none')}
            row={(mod) => (
              <li>
                <div className="grow">
                  <Link className="name" to={mod.id}>
                    {textOf(mod.title)}
                  </Link>
                  <div className="dim">
                    {mod.game.name} · {mod.slug}
                  </div>
                </div>
              </li>
            )}
          />
        </section>
      )}
    </>
  );
}
