import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useViewer } from '../../app/viewer';
import { ConfirmButton } from '../../kit/confirm';
import { formatDay, formatTime } from '../../kit/format';
import { Head } from '../../kit/head';
import { type Pair, Pairs } from '../../kit/pairs';
import { useChange } from '../../kit/use-change';
import { type Application, readApplication, setEnabled } from './application-api';
import { DecisionForm } from './decision-form';
import { scopeText } from './scope-text';

/** Reads an application. */
export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  readApplication(params['appId'] ?? '', signal);

/**
 * Shows an application: its facts, its scopes, the decision about a pending review, and the switch
 * that disables or enables it. Its owner gets neither the decision nor the switch.
 */
export function Component() {
  const app = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const isOwn = app.owner?.id === useViewer().id;
  return (
    <>
      <p className="mod-head">
        <Link to="/applications">{t('applications.back')}</Link>
      </p>
      <Head
        title={app.name}
        lead={
          app.owner ? t('review.by', { name: app.owner.username }) : t('applications.ofService')
        }
        action={
          <Badge variant="light" {...(app.disabledAt ? { color: 'red' } : {})}>
            {t(app.disabledAt ? 'applications.disabled' : `appReview.${app.review}`)}
          </Badge>
        }
      />
      <Facts app={app} />
      {isOwn && <p className="dim">{t('applications.own')}</p>}
      {!isOwn && app.review === 'pending' && <DecisionForm key={app.etag} app={app} />}
      {!isOwn && <Switch app={app} />}
    </>
  );
}

function Facts({ app }: { readonly app: Application }) {
  const { t } = useTranslation();
  const { clientId, kind, createdAt, redirectUris, reviewNote, reviewedAt } = app;
  const settled = app.scopes.filter((scope) => !app.unreviewedScopes.includes(scope));
  const lines = (texts: readonly string[], isCode: boolean) =>
    texts.map((text) => <div key={text}>{isCode ? <code>{text}</code> : scopeText(text)}</div>);
  const refused: Pair = [t('applications.lacks'), lines(app.unreviewedScopes, false)];
  const review = (at: string): Pair => [
    t('applications.lastReview'),
    <div key="review">
      {formatTime(at)}
      {reviewNote !== null && <p className="note">{reviewNote}</p>}
    </div>,
  ];
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{t('applications.about')}</h2>
      <Pairs
        pairs={[
          [t('applications.clientId'), <code key="client">{clientId}</code>],
          [t('applications.kind'), t(`appKind.${kind}`)],
          [t('applications.since'), formatDay(createdAt)],
          [
            t('applications.redirects'),
            redirectUris.length > 0 ? lines(redirectUris, true) : t('applications.nothing'),
          ],
          [
            t('applications.has'),
            settled.length > 0 ? lines(settled, false) : t('applications.nothing'),
          ],
          ...(app.review === 'pending' || app.unreviewedScopes.length === 0 ? [] : [refused]),
          ...(reviewedAt === null ? [] : [review(reviewedAt)]),
        ]}
      />
    </section>
  );
}

function Switch({ app: { id, name, disabledAt } }: { readonly app: Application }) {
  const { t } = useTranslation();
  const change = useChange();
  const isOff = disabledAt !== null;
  const done = t(isOff ? 'applications.enabledNow' : 'applications.disabledNow', { name });
  return (
    <section className="card" aria-labelledby="access">
      <h2 id="access">{t('applications.access')}</h2>
      <ConfirmButton
        label={t(isOff ? 'applications.enable' : 'applications.disable')}
        title={t(isOff ? 'applications.enableTitle' : 'applications.disableTitle', { name })}
        {...(isOff ? {} : { color: 'red' as const })}
        onConfirm={() => change(setEnabled(id, isOff), done)}
      >
        {t(isOff ? 'applications.enableEffect' : 'applications.disableEffect')}
      </ConfirmButton>
    </section>
  );
}
