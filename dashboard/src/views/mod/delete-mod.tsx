import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { write } from '../../api/client';
import { graphql } from '../../api/graphql';
import { withNotice } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { formatNumber, textOf } from '../../kit/format';
import type { ModWithRights } from './mod-data';

const DELETE = graphql(`
  mutation DeleteMod($id: ID!) {
    deleteMod(id: $id)
  }
`);

/**
 * The section that deletes a mod for good, after its owner read the consequences and typed its
 * slug. The service also requires a recent second factor. Then the list of mods opens.
 */
export function DeleteMod({ mod, versionsCount, downloadsCount }: ModWithRights) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const title = textOf(mod.title);
  const remove = async () => {
    await write(DELETE, { id: mod.id });
    await navigate('/mods', withNotice(t('deleteMod.done', { title })));
  };
  return (
    <section className="card" aria-labelledby="delete">
      <h2 id="delete">{t('deleteMod.title')}</h2>
      <p className="dim">{t('deleteMod.lead')}</p>
      <ConfirmButton
        label={t('deleteMod.button')}
        title={t('deleteMod.question', { title })}
        color="red"
        variant="outline"
        isReady={typed.trim() === mod.slug}
        onConfirm={remove}
      >
        <ul>
          <li>{t('deleteMod.versions', { count: versionsCount })}</li>
          {downloadsCount > 0 && (
            <li>
              {t('deleteMod.downloads', {
                count: downloadsCount,
                shown: formatNumber(downloadsCount),
              })}
            </li>
          )}
          <li>{t('deleteMod.dependents')}</li>
          <li>{t(mod.state === 'draft' ? 'deleteMod.slugFree' : 'deleteMod.slugKept')}</li>
          <li>{t('deleteMod.forGood')}</li>
        </ul>
        <TextInput
          label={t('deleteMod.type', { slug: mod.slug })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ConfirmButton>
    </section>
  );
}
