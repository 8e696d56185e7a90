import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator, useRouteError } from 'react-router';
import { hasCode, Problem } from '../api/problem';
import { usePageTitle } from '../kit/head';
import { ProblemAlert } from '../kit/problem-alert';

/** Codes of things that do not exist for this user. */
const MISSING = [
  'forbidden',
  'not_found',
  'mod_not_found',
  'version_not_found',
  'session_not_found',
  'user_not_found',
];

/**
 * The page of a view that failed. A missing thing or an invalid id shows `NotFound`, and a failed
 * read has a button that reads again. An error that is no `Problem` counts as a script that is
 * gone, with a button that reloads the page.
 */
export function ErrorPage() {
  const error = useRouteError();
  if (hasCode(error, ...MISSING) || hasCode(error, 'invalid_input')) return <NotFound />;
  return error instanceof Problem ? <FailedRead error={error} /> : <BrokenView />;
}

function FailedRead({ error }: { readonly error: Problem }) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  usePageTitle(t('error.title'));
  return (
    <>
      <h1>{t('error.title')}</h1>
      <ProblemAlert error={error} />
      <Button loading={state === 'loading'} onClick={() => void revalidate()}>
        {t('app.retry')}
      </Button>
    </>
  );
}

/** A release replaces the scripts, so an open page may ask for one that is no longer there. */
function BrokenView() {
  const { t } = useTranslation();
  usePageTitle(t('error.title'));
  return (
    <>
      <h1>{t('error.title')}</h1>
      <p>{t('error.outdated')}</p>
      <Button onClick={() => window.location.reload()}>{t('error.reload')}</Button>
    </>
  );
}

/**
 * The page of an address without a view, or of a thing that this user may not see. It links to the
 * overview.
 */
export function NotFound() {
  const { t } = useTranslation();
  usePageTitle(t('error.notFound'));
  return (
    <>
      <h1>{t('error.notFound')}</h1>
      <p>{t('error.notFoundHow')}</p>
      <p>
        <Link to="/">{t('error.toOverview')}</Link>
      </p>
    </>
  );
}
