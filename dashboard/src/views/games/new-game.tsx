import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { LIMITS } from '../../../../src/registry/limits';
import { withNotice } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { createGame } from './game-api';
import { GameFields } from './game-fields';
import { listsOf } from './game-values';

/** The platforms with which the form begins. */
const PLATFORMS = 'windows\nlinux\nmacos\nany';
const EMPTY = {
  values: { slug: '', name: '', gameVersions: '', loaders: '', platforms: PLATFORMS },
  etag: '',
};

/**
 * Matches a valid slug: lower-case letters and digits, in parts that single hyphens separate. Does
 * not limit the length.
 */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The form of a new game. Its address is final, so the creation needs a confirmation. The browser
 * keeps unsent input.
 */
export function Component() {
  const { t } = useTranslation();
  const form = useKeptForm('new-game', EMPTY);
  const navigate = useNavigate();
  const { slug = '', name = '' } = form.values;
  const create = async () => {
    const id = await createGame({ slug, name: name.trim(), ...listsOf(form.values) });
    form.discard();
    await navigate(`/games/${id}`, withNotice(t('games.created', { name })));
  };
  return (
    <>
      <p className="mod-head">
        <Link to="/games">{t('games.back')}</Link>
      </p>
      <Head title={t('games.new')} lead={t('games.newLead')} />
      <section className="card">
        <TextInput
          mb="sm"
          label={t('field.slug')}
          description={t('games.slugHint')}
          required
          maxLength={LIMITS.slugCharacters}
          autoComplete="off"
          spellCheck={false}
          value={slug}
          error={slug !== '' && !SLUG.test(slug) ? t('games.slugHint') : null}
          onChange={(event) => form.set('slug', event.currentTarget.value)}
        />
        <GameFields form={form} />
        <Group mt="md">
          <ConfirmButton
            label={t('games.create')}
            title={t('games.createTitle', { name })}
            color="accent"
            variant="filled"
            disabled={!SLUG.test(slug) || name.trim() === ''}
            onConfirm={create}
            list="/games"
          >
            {t('games.createEffect', { slug })}
          </ConfirmButton>
        </Group>
      </section>
    </>
  );
}
