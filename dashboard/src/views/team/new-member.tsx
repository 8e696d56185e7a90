import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamRole } from '../../../../src/registry/access';
import { LIMITS } from '../../../../src/registry/limits';
import { ProblemAlert } from '../../kit/problem-alert';
import { useChange } from '../../kit/use-change';
import { useWrite } from '../../kit/use-write';
import { RoleChoice } from './role-choice';
import { addMember } from './team-api';

/**
 * The form that adds a user to a team at once. The user does not confirm it. An existing member
 * gets the chosen role.
 */
export function NewMember({ modId }: { readonly modId: string }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<TeamRole>('publisher');
  const { run, isBusy, error } = useWrite();
  const change = useChange();
  const add = () =>
    run(async () => {
      const name = username.trim();
      await change(addMember(modId, name, role), t('team.added', { name }));
      setUsername('');
    });
  return (
    <section className="card" aria-labelledby="add-member">
      <h2 id="add-member">{t('team.add')}</h2>
      <form
        className="line"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextInput
          label={t('team.username')}
          value={username}
          maxLength={LIMITS.usernameCharacters}
          autoComplete="off"
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <RoleChoice label={t('team.newRole')} value={role} onChange={setRole} />
        <Button type="submit" loading={isBusy} disabled={username.trim() === ''}>
          {t('team.addButton')}
        </Button>
      </form>
      {error !== null && <ProblemAlert error={error} />}
    </section>
  );
}
