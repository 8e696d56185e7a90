import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { write } from '../../api/client';
import { graphql } from '../../api/graphql';
import { useNotify } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { DrawCover } from './draw-cover';
import type { Version } from './version-data';

const PUBLISH = graphql(`
  mutation Publish($modId: ID!, $id: ID!) {
    publishModVersion(modId: $modId, versionId: $id) {
      id
    }
  }
`);
const ARCHIVE = graphql(`
  mutation Archive($id: ID!) {
    archiveModVersion(id: $id) {
      id
    }
  }
`);
const WITHDRAW = graphql(`
  mutation Withdraw($id: ID!) {
    withdrawModVersion(id: $id) {
      id
    }
  }
`);
const RESTORE = graphql(`
  mutation Restore($id: ID!) {
    restoreModVersion(id: $id) {
      id
    }
  }
`);
const ROLLBACK = graphql(`
  mutation Rollback($modId: ID!, $id: ID!) {
    rollbackModVersion(modId: $modId, versionId: $id) {
      id
    }
  }
`);

interface PublicationProps {
  readonly version: Version;
  readonly hasCover: boolean;
  readonly permissions: readonly string[];
  /** The number of unsaved changes. Publishing is disabled while there are any. */
  readonly unsaved: number;
  /** Reads the version again. */
  readonly onChange: () => Promise<void>;
}

/**
 * The publication state of a version, and the steps that change it. Publishing needs a main file
 * that passed the checks, a cover of the mod, and no unsaved changes; else its button is disabled.
 * With the permission `media`, another button lets the service draw a missing cover. Publishing
 * starts at once; the later steps need a confirmation. A published version can be rolled back,
 * archived or withdrawn, an archived one withdrawn or restored, and a withdrawn one restored. No
 * step restores a version that a moderator took down. A rollback withdraws a published version, and
 * the latest release is then chosen from the remaining ones. Publishing needs the permission
 * `publish`, and the later steps need `rollback`.
 */
export function Publication(props: PublicationProps) {
  const { version } = props;
  const { t } = useTranslation();
  const wasPublished = ['published', 'archived', 'withdrawn'].includes(version.status);
  return (
    <section className="card" aria-labelledby="publication">
      <h2 id="publication">{t('publish.title')}</h2>
      {wasPublished ? <Afterwards {...props} /> : <Checklist {...props} />}
    </section>
  );
}

function Checklist(props: PublicationProps) {
  const { version, hasCover, permissions, unsaved, onChange } = props;
  const { t } = useTranslation();
  const notify = useNotify();
  const { run, isBusy, error } = useWrite();
  const checks = [
    { name: 'file', isDone: version.status === 'ready' },
    { name: 'cover', isDone: hasCover },
    { name: 'saved', isDone: unsaved === 0 },
  ] as const;
  const publish = () =>
    run(async () => {
      await write(PUBLISH, { modId: version.modId, id: version.id });
      await onChange();
      notify(t('publish.done', { version: version.version }));
    });
  return (
    <>
      <p>{t('publish.lead')}</p>
      <ul className="checks">
        {checks.map(({ name, isDone }) => (
          <li key={name} data-done={isDone}>
            <span aria-hidden="true">{isDone ? '✓' : '○'}</span>{' '}
            {t(isDone ? `publish.${name}Done` : `publish.${name}Open`)}
          </li>
        ))}
      </ul>
      {!hasCover && permissions.includes('media') && (
        <DrawCover modId={version.modId} onDone={onChange} />
      )}
      {Object.keys(version.changelog).length === 0 && (
        <p className="dim">{t('publish.noChangelog')}</p>
      )}
      {error !== null && <ProblemAlert error={error} />}
      {permissions.includes('publish') && (
        <Button
          onClick={() => void publish()}
          loading={isBusy}
          disabled={!checks.every(({ isDone }) => isDone)}
        >
          {t('publish.publish')}
        </Button>
      )}
    </>
  );
}

function Afterwards({ version, permissions, onChange }: PublicationProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const { id, modId, status } = version;
  const act = (work: () => Promise<unknown>, text: string) => async () => {
    await work();
    await onChange();
    notify(text);
  };
  const state = (
    <>
      <p>{t(version.takenDownAt ? 'publish.takenDown' : `publish.${stateOf(status)}`)}</p>
      {version.takedownReason && <p className="note">{version.takedownReason}</p>}
    </>
  );
  if (!permissions.includes('rollback')) return state;
  return (
    <>
      {state}
      <Group gap="xs">
        {status === 'published' && (
          <>
            <Step
              name="rollback"
              onConfirm={act(() => write(ROLLBACK, { modId, id }), t('publish.rollbackDone'))}
            />
            <Step
              name="archive"
              onConfirm={act(() => write(ARCHIVE, { id }), t('publish.archiveDone'))}
            />
          </>
        )}
        {status !== 'withdrawn' && (
          <Step
            name="withdraw"
            color="red"
            onConfirm={act(() => write(WITHDRAW, { id }), t('publish.withdrawDone'))}
          />
        )}
        {status !== 'published' && !version.takenDownAt && (
          <Step
            name="restore"
            onConfirm={act(() => write(RESTORE, { id }), t('publish.restoreDone'))}
          />
        )}
      </Group>
    </>
  );
}

function Step(props: {
  readonly name: 'rollback' | 'archive' | 'withdraw' | 'restore';
  readonly color?: 'red';
  readonly onConfirm: () => Promise<unknown>;
}) {
  const { name, color, onConfirm } = props;
  const { t } = useTranslation();
  return (
    <ConfirmButton
      label={t(`publish.${name}`)}
      title={t(`publish.${name}Title`)}
      onConfirm={onConfirm}
      {...(color ? { color } : {})}
    >
      {t(`publish.${name}Effect`)}
    </ConfirmButton>
  );
}

function stateOf(status: Version['status']): 'isPublished' | 'isArchived' | 'isWithdrawn' {
  if (status === 'archived') return 'isArchived';
  return status === 'withdrawn' ? 'isWithdrawn' : 'isPublished';
}
