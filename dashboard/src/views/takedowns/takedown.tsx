import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { LIMITS } from '../../../../src/registry/limits';
import { ConfirmButton } from '../../kit/confirm';
import { formatDay, formatTime, textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { ModStateBadge } from '../../kit/mod-state';
import { usePaged } from '../../kit/paged';
import { ReasonButton } from '../../kit/reason-button';
import { RowList } from '../../kit/row-list';
import { useChange } from '../../kit/use-change';
import { readVersions, type VersionRow } from '../versions/version-data';
import { VersionStateBadge } from '../versions/version-state';
import {
  liftMod,
  liftVersion,
  type ModeratedMod,
  readModerated,
  takeModDown,
  takeVersionDown,
} from './takedown-api';

/** Reads a mod and its newest versions. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const id = params['modId'] ?? '';
  const [mod, versions] = await Promise.all([
    readModerated(id, signal),
    readVersions(id, null, signal),
  ]);
  return { mod, versions };
}

/**
 * A mod of any team: its takedown, and those of its versions, with buttons that lift them. A mod or
 * version that was published has a button that takes it down, for a reason. While the whole mod is
 * taken down, no takedown of one version can be lifted.
 */
export function Component() {
  const { mod, versions } = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { items, more } = usePaged(versions, (cursor) => readVersions(mod.id, cursor));
  return (
    <>
      <p className="mod-head">
        <Link to="/takedowns">{t('takedown.back')}</Link>
      </p>
      <Head
        title={textOf(mod.title)}
        lead={`${mod.game.name} · ${mod.slug}`}
        action={<ModStateBadge state={mod.state} />}
      />
      <WholeMod mod={mod} />
      <section className="card" aria-labelledby="versions">
        <h2 id="versions">{t('versions.title')}</h2>
        <RowList
          items={items}
          none={t('takedown.noVersions')}
          more={more}
          row={(version) => <Version mod={mod} version={version} />}
        />
      </section>
    </>
  );
}

function WholeMod({ mod }: { readonly mod: ModeratedMod }) {
  const { t } = useTranslation();
  const change = useChange();
  const title = textOf(mod.title);
  return (
    <section className="card" aria-labelledby="mod">
      <h2 id="mod">{t('takedown.wholeMod')}</h2>
      {mod.takenDownAt ? (
        <>
          <Alert
            color="red"
            mb="md"
            title={t('takedown.since', { when: formatTime(mod.takenDownAt) })}
          >
            <p className="note">{mod.reason}</p>
          </Alert>
          <ConfirmButton
            label={t('takedown.lift')}
            title={t('takedown.liftTitle', { name: title })}
            onConfirm={() => change(liftMod(mod.id), t('takedown.lifted'))}
          >
            {t('takedown.liftEffect')}
          </ConfirmButton>
        </>
      ) : (
        <>
          <p className="dim">{t('takedown.modHow')}</p>
          <ReasonButton
            label={t('takedown.takeDownMod')}
            title={t('takedown.modTitle', { name: title })}
            effect={t('takedown.modEffect')}
            reasonLabel={t('takedown.reason')}
            maxLength={LIMITS.reportCharacters}
            disabled={mod.state === 'draft'}
            onConfirm={(reason) => change(takeModDown(mod.id, reason), t('takedown.done'))}
          />
        </>
      )}
    </section>
  );
}

/** A team can restore a withdrawn version, so a takedown is possible for it too. */
const REMOVABLE = ['published', 'archived', 'withdrawn'];

function Version(props: { readonly mod: ModeratedMod; readonly version: VersionRow }) {
  const { id, version, status, createdAt, publishedAt, takenDownAt } = props.version;
  const { t } = useTranslation();
  const change = useChange();
  return (
    <li>
      <div className="grow">
        <span className="name">{version}</span>
        <div className="dim">{formatDay(publishedAt ?? createdAt)}</div>
        {takenDownAt && (
          <>
            <div>{t('takedown.since', { when: formatTime(takenDownAt) })}</div>
            <p className="note">{props.version.takedownReason}</p>
          </>
        )}
      </div>
      <VersionStateBadge state={status} />
      {takenDownAt !== null && !props.mod.takenDownAt && (
        <ConfirmButton
          label={t('takedown.lift')}
          title={t('takedown.liftTitle', { name: version })}
          onConfirm={() => change(liftVersion(id), t('takedown.lifted'))}
        >
          {t('takedown.liftEffect')}
        </ConfirmButton>
      )}
      {takenDownAt === null && REMOVABLE.includes(status) && (
        <ReasonButton
          label={t('takedown.takeDown')}
          title={t('takedown.versionTitle', { version })}
          effect={t('takedown.versionEffect')}
          reasonLabel={t('takedown.reason')}
          maxLength={LIMITS.reportCharacters}
          onConfirm={(reason) => change(takeVersionDown(id, reason), t('takedown.done'))}
        />
      )}
    </li>
  );
}
