import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ROLES_OF_TEAM, type TeamRole } from '../../../../src/registry/access';
import { ConfirmButton } from '../../kit/confirm';
import { formatDay } from '../../kit/format';
import { Head } from '../../kit/head';
import { ProblemAlert } from '../../kit/problem-alert';
import { useChange } from '../../kit/use-change';
import { useWrite } from '../../kit/use-write';
import { useMod } from '../mod/mod-layout';
import { Entitled } from './entitled';
import { nullIfDenied, readEntitled } from './entitled-api';
import { NewMember } from './new-member';
import { RoleChoice } from './role-choice';
import { type Member, readTeam, removeMember, setMember } from './team-api';

/** Reads the team of a mod, and for its owners the users with a right to it. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const modId = params['modId'] ?? '';
  const [members, entitled] = await Promise.all([
    readTeam(modId, signal),
    readEntitled({ modId }, signal).catch(nullIfDenied),
  ]);
  return { members, entitled };
}

/** The team of a mod. Only owners see the controls for roles, new members and removal. */
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
      {mayChange && <NewMember modId={mod.id} />}
      {entitled && <Entitled mod={mod} first={entitled} />}
      <section className="card" aria-labelledby="roles">
        <h2 id="roles">{t('team.roles')}</h2>
        <dl>
          {ROLES_OF_TEAM.map((role) => (
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
  const change = useChange();
  const { id: userId, username, displayName } = member.user;
  const choose = (role: TeamRole) =>
    run(() => change(setMember(modId, userId, role), t('team.changed', { name: username })));
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
            onChange={(role) => void choose(role)}
          />
          <ConfirmButton
            label={t('team.remove')}
            title={t('team.removeTitle', { name: username })}
            color="red"
            variant="subtle"
            onConfirm={() =>
              change(removeMember(modId, userId), t('team.removed', { name: username }))
            }
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
