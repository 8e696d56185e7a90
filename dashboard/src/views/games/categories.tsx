import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import { ConfirmButton } from '../../kit/confirm';
import { useChange } from '../../kit/use-change';
import { addCategory, type ManagedCategory, type ManagedGame, renameCategory } from './game-api';
import { SLUG } from './new-game';

/** The categories of a game: add one, or rename one, which keeps its slug. */
export function Categories({ game: { id, categories } }: { readonly game: ManagedGame }) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-labelledby="categories">
      <h2 id="categories">{t('field.categories')}</h2>
      {categories.length === 0 && <p className="dim">{t('games.noCategories')}</p>}
      <ul className="rows">
        {categories.map((category) => (
          <Row key={category.id} category={category} />
        ))}
      </ul>
      <NewCategory gameId={id} />
    </section>
  );
}

function Row({ category }: { readonly category: ManagedCategory }) {
  const { t } = useTranslation();
  const change = useChange();
  const [name, setName] = useState(category.name);
  const rename = () =>
    change(renameCategory(category, name.trim()), t('games.categoryRenamed', { name }));
  return (
    <li>
      <div className="grow">
        <span className="name-inline">
          <bdi>{category.name}</bdi>
        </span>
        <div className="dim">{category.slug}</div>
      </div>
      <ConfirmButton
        label={t('games.rename')}
        title={t('games.renameTitle', { name: category.name })}
        isReady={name.trim() !== '' && name.trim() !== category.name}
        onConfirm={rename}
      >
        <p>{t('games.renameEffect')}</p>
        <TextInput
          label={t('field.name')}
          maxLength={LIMITS.titleCharacters}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ConfirmButton>
    </li>
  );
}

const EMPTY = { slug: '', name: '' };

function NewCategory({ gameId }: { readonly gameId: string }) {
  const { t } = useTranslation();
  const change = useChange();
  const [{ slug, name }, setValues] = useState(EMPTY);
  const add = async () => {
    const added = addCategory({ gameId, slug, name: name.trim() });
    await change(added, t('games.categoryAdded', { name }));
    setValues(EMPTY);
  };
  return (
    <Group mt="md" align="end">
      <TextInput
        label={t('games.categoryName')}
        maxLength={LIMITS.titleCharacters}
        value={name}
        onChange={(event) => setValues({ slug, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('games.categorySlug')}
        maxLength={LIMITS.slugCharacters}
        autoComplete="off"
        spellCheck={false}
        value={slug}
        error={slug !== '' && !SLUG.test(slug)}
        onChange={(event) => setValues({ name, slug: event.currentTarget.value })}
      />
      <ConfirmButton
        label={t('games.addCategory')}
        title={t('games.addCategoryTitle', { name })}
        disabled={!SLUG.test(slug) || name.trim() === ''}
        onConfirm={add}
      >
        {t('games.addCategoryEffect', { slug })}
      </ConfirmButton>
    </Group>
  );
}
