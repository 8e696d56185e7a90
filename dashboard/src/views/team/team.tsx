import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useRevalidator } from 'react-router';
import { LIMITS } from '../../../../src/registry/limits';
import { read, write } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { useNotify } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { formatDay } from '../../kit/format';
import { Head } from '../../kit/head';
import type { Loading } from '../../kit/loading';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { useMod } from '../mod/mod-layout';
import { Entitled } from './entitled';
import { nullIfDenied, readEntitled } from './entitled-api';

const ROLES = ['owner', 'maintainer', 'publisher', 'reviewer'] as const;
type Role = (typeof ROLES)[number];

const TEAM = graphql(`
  query Team($modId: ID!) {
    listModTeamMembers(modId: $modId, limit: 100) {
      items {
        role
        since
        user {
          id
          username
          displayName
        }
      }
    }
  }
`);

const USER = graphql(`
  query UserByName($username: String!) {
    getUser(username: $username) {
      id
    }
  }
`);

const SET = graphql(`
  mutation SetMember($modId: ID!, $userId: ID!, $role: TeamRole!) {
    setModTeamMember(modId: $modId, userId: $userId, role: $role) {
      role
    }
  }
`);

const REMOVE = graphql(`
  mutation RemoveMember($modId: ID!, $userId: ID!) {
    removeModTeamMember(modId: $modId, userId: $userId)
  }
`);

type Member = ResultOf<typeof TEAM>['listModTeamMembers']['items'][number];

/** Reads the team of a mod, and for its owners the users with a right to it. */
export async function loader({ params, request: { signal } }: Loading) {
  const modId = params['modId'] ?? '';
  const [team, entitled] = await Promise.all([
    read(TEAM, { modId }, signal),
    readEntitled({ modId }, signal).catch(nullIfDenied),
  ]);
  return { members: team.listModTeamMembers.items, entitled };
}

/** The team of a mod: roles, new members and removal. */
export function Component() {
  const { members, entitled } = useLoaderData<typeof loader>();
  const { mod, permissions } = useMod();
  const { t } = useTranslation();
  const mayChange = permissions.includes('team');
  return (
    <>
      <Head title={t('team.title')} lead={t('team.lead')} />
      <section className="card" aria-label={t('team.title')}>
        <ul className="rows">
          {members.map((member) => (
            <Row key={member.user.id} modId={mod.id} member={member} mayChange={mayChange} />
          ))}
        </ul>
      </section>
      {mayChange && <Invitation modId={mod.id} />}
      {entitled && <Entitled mod={mod} first={entitled} />}
      <section className="card" aria-labelledby="roles">
        <h2 id="roles">{t('team.roles')}</h2>
        <dl>
          {ROLES.map((role) => (
            <div key={role}>
              <dt>{t(`role.${role}`)}</dt>
              <dd className="dim">{t(`roleHint.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function Row(props: {
  readonly modId: string;
  readonly member: Member;
  readonly mayChange: boolean;
}) {
  const { modId, member, mayChange } = props;
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const { revalidate } = useRevalidator();
  const notify = useNotify();
  const { id: userId, username, displayName } = member.user;
  const change = (role: Role) =>
    run(async () => {
      await write(SET, { modId, userId, role });
      await revalidate();
      notify(t('team.changed', { name: username }));
    });
  return (
    <li>
      <div className="grow">
        <span className="name">{displayName}</span>
        <div className="dim">
          {username} · {t('team.since', { day: formatDay(member.since) })}
        </div>
        {error !== null && <ProblemAlert error={error} />}
      </div>
      {mayChange ? (
        <>
          <RoleChoice
            label={t('team.roleOf', { name: username })}
            value={member.role}
            disabled={isBusy}
            onChange={(role) => void change(role)}
          />
          <ConfirmButton
            label={t('team.remove')}
            title={t('team.removeTitle', { name: username })}
            color="red"
            variant="subtle"
            onConfirm={async () => {
              await write(REMOVE, { modId, userId });
              await revalidate();
              notify(t('team.removed', { name: username }));
            }}
          >
            {t('team.removeEffect')}
          </ConfirmButton>
        </>
      ) : (
        <span>{t(`role.${member.role}`)}</span>
      )}
    </li>
  );
}

function RoleChoice(props: {
  readonly label: string;
  readonly value: Role;
  readonly disabled?: boolean;
  readonly onChange: (role: Role) => void;
}) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled ?? false}
      onChange={(event) => {
        const role = ROLES.find((it) => it === event.currentTarget.value);
        if (role) props.onChange(role);
      }}
      data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
    />
  );
}

function Invitation({ modId }: { readonly modId: string }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<Role>('publisher');
  const { run, isBusy, error } = useWrite();
  const { revalidate } = useRevalidator();
  const notify = useNotify();
  const add = () =>
    run(async () => {
      const { getUser } = await read(USER, { username: username.trim() });
      await write(SET, { modId, userId: getUser.id, role });
      await revalidate();
      notify(t('team.added', { name: username.trim() }));
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
