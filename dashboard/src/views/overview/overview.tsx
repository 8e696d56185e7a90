import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { read } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';
import { type MyMods, readMyMods } from '../../api/my-mods';
import { textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { RowList } from '../../kit/row-list';
import { ModRow } from '../mods/mod-rows';
import { NewModButton } from '../mods/new-mod-button';

const MODS_SHOWN = 5;

const OVERVIEW = graphql(`
  query Overview {
    getMe {
      user {
        username
        displayName
      }
    }
    listUploadSessions(
      statuses: [draft, uploading, failed, quarantined]
      openVersions: true
      limit: 50
    ) {
      items {
        id
        modId
        versionId
        filename
        lifecycleStatus
      }
    }
    listMyTakedowns {
      modId
      modTitle
    }
    listWebhookSubscriptions(limit: 100) {
      items {
        id
        url
        description
        state
        disabledReason
      }
    }
  }
`);

/**
 * Reads what the overview shows, with the newest 50 uploads of the user's teams that need
 * attention. Uploads to versions that were published or deleted are left out.
 */
export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [overview, mods] = await Promise.all([
    read(OVERVIEW, {}, signal),
    readMyMods({ limit: MODS_SHOWN }, signal),
  ]);
  return { ...overview, mods };
}

/**
 * The first view. It lists mods that moderators took down, uploads that failed, are not complete or
 * wait for a moderator, webhooks that the service disabled, and the number of draft mods. Below are
 * the mods that the user joined last. A button leads to the form of a new mod.
 */
export function Component() {
  const { getMe, listMyTakedowns, listUploadSessions, listWebhookSubscriptions, mods } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const { displayName, username } = getMe.user;
  return (
    <>
      <Head
        title={t('overview.title')}
        lead={t('overview.hello', { name: displayName ?? username })}
        action={<NewModButton />}
      />
      <Attention
        mods={mods}
        takedowns={listMyTakedowns}
        uploads={listUploadSessions.items}
        webhooks={listWebhookSubscriptions.items}
      />
      <Mods mods={mods} />
    </>
  );
}

type Webhook = ResultOf<typeof OVERVIEW>['listWebhookSubscriptions']['items'][number];
type Takedown = ResultOf<typeof OVERVIEW>['listMyTakedowns'][number];
type Upload = ResultOf<typeof OVERVIEW>['listUploadSessions']['items'][number];

const UPLOAD_WARNINGS = new Map<
  string,
  'overview.uploadFailed' | 'overview.uploadOpen' | 'overview.uploadHeld'
>([
  ['failed', 'overview.uploadFailed'],
  // A file in parts, before the store has opened them.
  ['draft', 'overview.uploadOpen'],
  ['uploading', 'overview.uploadOpen'],
  ['quarantined', 'overview.uploadHeld'],
]);

function Attention(props: {
  readonly mods: MyMods;
  readonly takedowns: readonly Takedown[];
  readonly uploads: readonly Upload[];
  readonly webhooks: readonly Webhook[];
}) {
  const { t } = useTranslation();
  const drafts = countIn(props.mods, 'draft');
  const lines = [
    ...props.takedowns.map(({ modId, modTitle }) => ({
      id: `takedown ${modId}`,
      to: `/mods/${modId}`,
      text: t('overview.takenDown', { mod: textOf(modTitle) }),
    })),
    ...props.uploads.flatMap(({ id, modId, versionId, filename, lifecycleStatus }) => {
      const key = UPLOAD_WARNINGS.get(lifecycleStatus);
      const to = `/mods/${modId}/versions/${versionId}`;
      return key ? [{ id, to, text: t(key, { file: filename }) }] : [];
    }),
    ...props.webhooks
      .filter(({ state, disabledReason }) => state === 'disabled' && disabledReason !== 'owner')
      .map(({ id, url, description }) => ({
        id,
        to: `/webhooks/${id}`,
        text: t('overview.webhookOff', { name: description || url }),
      })),
    ...(drafts === 0
      ? []
      : [{ id: 'drafts', to: '/mods?state=draft', text: t('overview.drafts', { count: drafts }) }]),
  ];
  return (
    <section className="card" aria-labelledby="attention">
      <h2 id="attention">{t('overview.attention')}</h2>
      <RowList
        items={lines}
        none={t('overview.allGood')}
        row={({ to, text }) => (
          <li>
            <Link to={to}>{text}</Link>
          </li>
        )}
      />
    </section>
  );
}

const countIn = ({ counts }: MyMods, state: 'draft' | 'published') =>
  counts.find((it) => it.state === state)?.count ?? 0;

function Mods({ mods }: { readonly mods: MyMods }) {
  const { t } = useTranslation();
  const published = countIn(mods, 'published');
  return (
    <section className="card" aria-labelledby="mods">
      <h2 id="mods">{t('overview.mods')}</h2>
      {mods.total === 0 ? (
        <>
          <p>{t('overview.firstMod')}</p>
          <p className="dim">{t('overview.firstModHow')}</p>
        </>
      ) : (
        <>
          <p className="dim">
            {t('overview.published', { count: published })} ·{' '}
            {t('overview.total', { count: mods.total })}
          </p>
          <ul className="rows">
            {mods.items.map((mine) => (
              <ModRow key={mine.id} mine={mine} />
            ))}
          </ul>
          <p>
            <Link to="/mods">{t('overview.allMods')}</Link>
          </p>
        </>
      )}
    </section>
  );
}
