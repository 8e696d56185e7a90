import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../kit/confirm';
import { formatList } from '../../kit/format';
import { type ListPage, usePaged } from '../../kit/paged';
import { ProblemAlert } from '../../kit/problem-alert';
import { useChange } from '../../kit/use-change';
import { useWrite } from '../../kit/use-write';
import {
  addSynonyms,
  changeSynonyms,
  readSynonyms,
  removeSynonyms,
  type SynonymGroup,
} from './synonym-api';

/** The terms of a text, which are separated by commas. */
const termsOf = (text: string) =>
  text
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '');

/**
 * The groups of words that mean the same in searches of a game, with the controls that add, change
 * and remove a group. A group needs at least two words.
 */
export function Synonyms(props: {
  readonly gameSlug: string;
  readonly first: ListPage<SynonymGroup>;
}) {
  const { gameSlug, first } = props;
  const { t } = useTranslation();
  const { items, more } = usePaged(first, (cursor) => readSynonyms(gameSlug, cursor));
  return (
    <section className="card" aria-labelledby="synonyms">
      <h2 id="synonyms">{t('games.synonyms')}</h2>
      <p className="dim">{t('games.synonymsHow')}</p>
      <ul className="rows">
        {items.map((group) => (
          <Row key={`${group.id}${group.etag}`} group={group} />
        ))}
      </ul>
      {more}
      <NewGroup gameSlug={gameSlug} />
    </section>
  );
}

function Row({ group }: { readonly group: SynonymGroup }) {
  const { t } = useTranslation();
  const change = useChange();
  const [text, setText] = useState(group.terms.join(', '));
  const name = formatList(group.terms);
  return (
    <li>
      <div className="grow">{name}</div>
      <ConfirmButton
        label={t('games.changeSynonyms')}
        title={t('games.changeSynonymsTitle', { name })}
        isReady={termsOf(text).length > 1}
        onConfirm={() => change(changeSynonyms(group, termsOf(text)), t('games.synonymsSaved'))}
      >
        <TextInput
          label={t('field.terms')}
          description={t('games.termsHint')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </ConfirmButton>
      <ConfirmButton
        label={t('games.removeSynonyms')}
        title={t('games.removeSynonymsTitle', { name })}
        color="red"
        onConfirm={() => change(removeSynonyms(group.id), t('games.synonymsRemoved'))}
      >
        {t('games.removeSynonymsEffect')}
      </ConfirmButton>
    </li>
  );
}

function NewGroup({ gameSlug }: { readonly gameSlug: string }) {
  const { t } = useTranslation();
  const change = useChange();
  const { run, isBusy, error } = useWrite();
  const [text, setText] = useState('');
  const add = () =>
    run(async () => {
      await change(addSynonyms(gameSlug, termsOf(text)), t('games.synonymsSaved'));
      setText('');
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextInput
        mt="md"
        label={t('field.terms')}
        description={t('games.termsHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error !== null && <ProblemAlert error={error} />}
      <Group mt="sm">
        <Button
          type="submit"
          variant="default"
          loading={isBusy}
          disabled={termsOf(text).length < 2}
        >
          {t('games.addSynonyms')}
        </Button>
      </Group>
    </form>
  );
}
