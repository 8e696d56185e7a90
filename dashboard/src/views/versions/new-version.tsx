import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { writeNew } from '../../api/client';
import { graphql } from '../../api/graphql';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { readMod, splitWords, textsIn } from '../mod/mod-data';
import { useMod } from '../mod/mod-layout';
import { readGame, readVersions } from './version-data';
import { VersionFields } from './version-fields';

const CREATE = graphql(`
  mutation CreateVersion($modId: ID!, $input: CreateModVersionInput!) {
    createModVersion(modId: $modId, input: $input) {
      id
    }
  }
`);

/**
 * Reads the game, and the newest version of the mod. Its game versions and loaders are the defaults
 * of a new version. `newest` is null if the mod has no version.
 */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const modId = params['modId'] ?? '';
  const mod = await readMod(modId, signal);
  const [game, versions] = await Promise.all([
    readGame(mod.game.slug, signal),
    readVersions(modId, null, signal),
  ]);
  return { game, newest: versions.items[0] ?? null };
}

/**
 * The form of a new version. Its files follow in the view of the version, which opens then. The
 * browser keeps unsent input.
 */
export function Component() {
  const { game, newest } = useLoaderData<typeof loader>();
  const { mod } = useMod();
  const { t } = useTranslation();
  const form = useKeptForm(`new-version:${mod.id}`, {
    values: {
      version: '',
      releaseChannel: 'release',
      gameVersions: (newest?.gameVersions ?? []).join(' '),
      loaderPlatforms: (newest?.loaderPlatforms ?? []).join(' '),
    },
    etag: '',
  });
  const { isBusy, error, run } = useWrite();
  const navigate = useNavigate();
  const create = () =>
    run(async () => {
      const { values } = form;
      const input = {
        version: (values['version'] ?? '').trim(),
        releaseChannel: channelIn(values['releaseChannel']),
        gameVersions: [...splitWords(values['gameVersions'])],
        loaderPlatforms: [...splitWords(values['loaderPlatforms'])],
        changelog: textsIn(values, 'changelog'),
      };
      const made = await writeNew(CREATE, { modId: mod.id, input });
      form.discard();
      await navigate(`/mods/${mod.id}/versions/${made.createModVersion.id}`);
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Head title={t('versions.new')} lead={t('newVersion.lead')} />
      <VersionFields form={form} game={game} disabled={false} isFixed={false} />
      {error !== null && <ProblemAlert error={error} list={`/mods/${mod.id}/versions`} />}
      <Button
        type="submit"
        mt="md"
        loading={isBusy}
        disabled={(form.values['version'] ?? '').trim() === ''}
      >
        {t('newVersion.create')}
      </Button>
    </form>
  );
}

/** The channel in the value of a field. */
function channelIn(value: string | undefined): 'release' | 'beta' | 'alpha' {
  return (['alpha', 'beta'] as const).find((channel) => channel === value) ?? 'release';
}
