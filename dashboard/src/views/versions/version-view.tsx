import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { write } from '../../api/client';
import { graphql } from '../../api/graphql';
import { ConfirmButton } from '../../kit/confirm';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { readUploadsOf } from '../../upload/upload-api';
import { readMod } from '../mod/mod-data';
import { useMod } from '../mod/mod-layout';
import { SavedForm } from '../mod/saved-form';
import { useSaving } from '../mod/use-saving';
import { DependencyEditor } from './dependency-editor';
import { Files } from './files';
import { readTargetNames } from './mod-names';
import { PlanPreview } from './plan-preview';
import { Publication } from './publication';
import { saveVersion } from './save-version';
import { useRefresh } from './use-refresh';
import { readGame, readVersion, valuesOf } from './version-data';
import { VersionFields } from './version-fields';
import { VersionStateBadge } from './version-state';

const DELETE = graphql(`
  mutation DeleteVersion($id: ID!) {
    deleteModVersion(id: $id)
  }
`);

/** Reads a version, its uploads, its game, and the names of the mods on which it depends. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const modId = params['modId'] ?? '';
  const id = params['versionId'] ?? '';
  const [version, mod, sessions] = await Promise.all([
    readVersion(modId, id, signal),
    readMod(modId, signal),
    readUploadsOf(id, signal),
  ]);
  const [game, names] = await Promise.all([
    readGame(mod.game.slug, signal),
    readTargetNames(
      version.dependencies.map((it) => it.modId),
      signal,
    ),
  ]);
  return { version, sessions, game, names, hasCover: mod.cover !== null };
}

/**
 * A version: its files, facts, dependencies with their plan, and publication. After its first
 * publication, only the changelog can be edited. Edits need the permission `versions`, and new
 * files need `uploads`. A button deletes the version (`Removal`).
 */
export function Component() {
  const { version, sessions, game, names, hasCover } = useLoaderData<typeof loader>();
  const { permissions } = useMod();
  const { t } = useTranslation();
  const { id, modId, etag } = version;
  const form = useKeptForm(`version:${id}`, { values: valuesOf(version), etag });
  const saving = useSaving(form, (base, values) => saveVersion({ modId, id }, base, values));
  const refresh = useRefresh(sessions, version);
  const mayEdit = permissions.includes('versions');
  const isFixed = version.publishedAt !== null;
  const isOpen = !isFixed && permissions.includes('uploads');
  const fields = { form, game, disabled: !mayEdit, isFixed };
  return (
    <>
      <p>
        <Link to={`/mods/${modId}/versions`}>{t('version.back')}</Link>
      </p>
      <Head
        title={t('version.title', { version: version.version })}
        action={<VersionStateBadge state={version.status} />}
      />
      <Files version={version} sessions={sessions} mayUpload={isOpen} onChange={refresh} />
      <SavedForm className="card-gap" form={form} saving={saving} mayEdit={mayEdit}>
        <VersionFields {...fields} />
        <DependencyEditor {...{ form, names, modId, game, disabled: !mayEdit || isFixed }} />
      </SavedForm>
      <div className="card-gap">
        <PlanPreview game={game.slug} values={form.values} />
        <Publication
          {...{ version, hasCover, permissions, unsaved: form.changed.length, onChange: refresh }}
        />
        {mayEdit && <Removal id={id} modId={modId} isFixed={isFixed} permissions={permissions} />}
      </div>
    </>
  );
}

/**
 * A button that deletes the version after a confirmation, for members with the permission `delete`.
 * Then the list of versions opens. A version that was published needs a recent second factor.
 */
function Removal(props: {
  readonly id: string;
  readonly modId: string;
  /** Whether the version was ever published, which changes the text of the confirmation. */
  readonly isFixed: boolean;
  readonly permissions: readonly string[];
}) {
  const { id, modId, isFixed, permissions } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!permissions.includes('delete')) return null;
  return (
    <Group mt="lg" justify="flex-end">
      <ConfirmButton
        label={t('version.delete')}
        title={t('version.deleteTitle')}
        color="red"
        variant="subtle"
        onConfirm={async () => {
          await write(DELETE, { id });
          await navigate(`/mods/${modId}/versions`);
        }}
      >
        {t(isFixed ? 'version.deletePublished' : 'version.deleteDraft')}
      </ConfirmButton>
    </Group>
  );
}
