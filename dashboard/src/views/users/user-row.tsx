import { Badge, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PLATFORM_ROLES, type PlatformRole } from '../../../../src/registry/access';
import { LIMITS } from '../../../../src/registry/limits';
import { useViewer } from '../../app/viewer';
import { ConfirmButton } from '../../kit/confirm';
import { formatDay } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import { ReasonButton } from '../../kit/reason-button';
import { useChange } from '../../kit/use-change';
import { useWrite } from '../../kit/use-write';
import { block, type ManagedUser, setRole, unblock } from './user-api';

/**
 * One account, with a link to its lines in the audit log. An admin sets its role, blocks it for a
 * reason, or ends its block, but not for a deleted account or the admin's own. A deleted account has
 * no page and no name of its own, so its row names the username alone.
 */
export function UserRow({ user }: { readonly user: ManagedUser }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { id, username, displayName, state, createdAt, hasSecondFactor } = user;
  const mayChange = id !== viewer.id && state !== 'deleted';
  return (
    <li>
      <div className="grow">
        {state === 'deleted' ? (
          <span className="name">{username}</span>
        ) : (
          <a className="name" href={`/users/${username}`}>
            {displayName}
          </a>
        )}
        <div className="dim">
          {state !== 'deleted' && `${username} · `}
          {t('users.since', { day: formatDay(createdAt) })} ·{' '}
          {t(hasSecondFactor ? 'users.secondFactor' : 'users.noSecondFactor')}
        </div>
        <div>
          <Link to={`/audit?actor=${id}`}>{t('users.audit')}</Link>
        </div>
      </div>
      {state !== 'active' && (
        <Badge color="red" variant="light">
          {t(`userState.${state}`)}
        </Badge>
      )}
      {mayChange ? (
        <Changes user={user} />
      ) : (
        <span>{state === 'deleted' ? null : t(`platformRole.${user.role}`)}</span>
      )}
    </li>
  );
}

function Changes({ user: { id, username, role, state } }: { readonly user: ManagedUser }) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const change = useChange();
  const choose = (next: PlatformRole) =>
    run(() => change(setRole(id, next), t('team.changed', { name: username })));
  return (
    <>
      <NativeSelect
        aria-label={t('team.roleOf', { name: username })}
        value={role}
        disabled={isBusy}
        onChange={(event) => {
          const next = PLATFORM_ROLES.find((known) => known === event.currentTarget.value);
          if (next) void choose(next);
        }}
        data={PLATFORM_ROLES.map((value) => ({ value, label: t(`platformRole.${value}`) }))}
      />
      {state === 'blocked' ? (
        <ConfirmButton
          label={t('users.unblock')}
          title={t('users.unblockTitle', { name: username })}
          onConfirm={() => change(unblock(id), t('users.unblocked', { name: username }))}
        >
          {t('users.unblockEffect')}
        </ConfirmButton>
      ) : (
        <ReasonButton
          label={t('users.block')}
          title={t('users.blockTitle', { name: username })}
          effect={t('users.blockEffect')}
          reasonLabel={t('users.reason')}
          maxLength={LIMITS.reviewNoteCharacters}
          onConfirm={(reason) => change(block(id, reason), t('users.blocked', { name: username }))}
        />
      )}
      {error !== null && <ProblemAlert error={error} />}
    </>
  );
}
