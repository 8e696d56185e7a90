import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { LIMITS } from '../../../../src/registry/limits';
import { read, writeNew } from '../../api/client';
import { graphql } from '../../api/graphql';
import { pageLocale } from '../../i18n';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { MarkdownField } from '../../kit/markdown-field';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';

const GAMES = graphql(`
  query Games {
    listGames(limit: 100) {
      items {
        slug
        name
      }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateMod($input: CreateModInput!) {
    createModDraft(input: $input) {
      id
    }
  }
`);

/** Reads the games, 100 at most. */
export const loader = async ({ request: { signal } }: LoaderFunctionArgs) =>
  (await read(GAMES, {}, signal)).listGames.items;

/**
 * The form of a new mod, whose editor opens then. It asks only for the facts that a draft needs.
 * The browser keeps unsent input. Title and description count as texts in the language of the page.
 */
export function Component() {
  const games = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const form = useKeptForm('new-mod', EMPTY);
  const { isBusy, error, run } = useWrite();
  const navigate = useNavigate();
  const { title = '', description = '' } = form.values;
  const game = form.values['game'] || (games.length === 1 ? (games[0]?.slug ?? '') : '');
  const create = () =>
    run(async () => {
      const locale = pageLocale();
      const texts = { title: { [locale]: title }, description: { [locale]: description } };
      const made = await writeNew(CREATE, { input: { gameSlug: game, ...texts } });
      form.discard();
      await navigate(`/mods/${made.createModDraft.id}`);
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Head title={t('newMod.title')} lead={t('newMod.lead')} />
      <section className="card">
        <Stack>
          <NativeSelect
            label={t('newMod.game')}
            description={t('newMod.gameHint')}
            required
            value={game}
            onChange={(event) => form.set('game', event.currentTarget.value)}
            data={[
              { value: '', label: t('newMod.chooseGame') },
              ...games.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
          />
          <TextInput
            label={t('field.title')}
            required
            maxLength={LIMITS.titleCharacters}
            value={title}
            onChange={(event) => form.set('title', event.currentTarget.value)}
          />
          <MarkdownField
            label={t('field.description')}
            hint={t('markdown.hint')}
            lang={pageLocale()}
            maxLength={LIMITS.descriptionCharacters}
            rows={8}
            required
            value={description}
            onChange={(value) => form.set('description', value)}
          />
          {error !== null && <ProblemAlert error={error} list="/mods" />}
          <div>
            <Button
              type="submit"
              loading={isBusy}
              disabled={game === '' || title.trim() === '' || description.trim() === ''}
            >
              {t('newMod.create')}
            </Button>
          </div>
        </Stack>
      </section>
    </form>
  );
}

const EMPTY = { values: {}, etag: '' };
