import { Alert, Button, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FIELD_CODES } from '../../../src/registry/errors';
import { IN_PROGRESS, OFFLINE, OTHER_USER, Problem, REPLAY_UNAVAILABLE } from '../api/problem';
import { pageLocale } from '../i18n';
import { type OwnLabelKeys, useFieldName } from './field-names';
import { formatWait } from './format';
import type { Words } from './problem-words';

/**
 * An error in plain words, with what to do next. If the service names them, it also shows the
 * refused fields, the wait before a repetition and the id of the request. An error that is no
 * `Problem` has a fixed text.
 */
export function ProblemAlert(props: {
  readonly error: unknown;
  /** The message keys of the labels of the form, if they differ from those of most forms. */
  readonly labelKeys?: OwnLabelKeys;
  /**
   * The path of the list with the object that the form creates, if it is another view. The error of
   * a creation whose result is lost links to it.
   */
  readonly list?: string;
}) {
  const { error, labelKeys = {}, list } = props;
  const { t } = useTranslation();
  return (
    <Alert color="red" role="alert" title={t('error.title')} my="md">
      {error instanceof Problem ? (
        <ProblemWords problem={error} labelKeys={labelKeys} list={list} />
      ) : (
        <p>{t('problem.broken')}</p>
      )}
    </Alert>
  );
}

interface WordsProps {
  readonly problem: Problem;
  readonly labelKeys: OwnLabelKeys;
}

function ProblemWords(props: WordsProps & { readonly list: string | undefined }) {
  const { problem, labelKeys, list } = props;
  const { t } = useTranslation();
  const { code, detail, retryAfterSeconds: seconds, requestId } = problem;
  const text = useCodeText(code, detail);
  // The service names a second, but it counts a request that has failed as running for a minute.
  const isTimed = seconds !== null && code !== IN_PROGRESS;
  return (
    <>
      {text === null ? <Skeleton height={20} my="sm" /> : <p>{text}</p>}
      <FaultyFields problem={problem} labelKeys={labelKeys} />
      {isTimed && <p>{t('error.retryWhen', { when: formatWait(seconds) })}</p>}
      <WayOut code={code} list={list} />
      {requestId && <p className="dim">{t('error.requestId', { id: requestId })}</p>}
    </>
  );
}

function FaultyFields({ problem, labelKeys }: WordsProps) {
  const { t } = useTranslation();
  const nameOf = useFieldName(labelKeys);
  const faults = problem.fields.map(({ field, code }) => {
    // The text of `not_allowed` is true for each code, also for one that this page does not know.
    const known = FIELD_CODES.find((it) => it === code) ?? 'not_allowed';
    return `${nameOf(field)}: ${t(`problemField.${known}.fault`)}`;
  });
  if (faults.length === 0) return null;
  return (
    <ul>
      {[...new Set(faults)].map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

/**
 * For an ended session and for a missing second factor: the link to the page of the account that
 * helps. It opens a new tab, so that this view keeps its input. After a change of the user: a
 * button that loads the page again. After a creation whose result is lost: the link to its list.
 */
function WayOut({ code, list }: { readonly code: string; readonly list: string | undefined }) {
  const { t } = useTranslation();
  if (code === 'unauthorized')
    return <OtherTab href="/account/sign-in">{t('error.signIn')}</OtherTab>;
  if (code === 'step_up_required')
    return <OtherTab href="/account/step-up">{t('error.confirm')}</OtherTab>;
  if (code === OTHER_USER)
    return (
      <Button variant="default" onClick={() => window.location.reload()}>
        {t('error.reload')}
      </Button>
    );
  if (code === REPLAY_UNAVAILABLE && list)
    return (
      <p>
        <Link to={list}>{t('error.list')}</Link>
      </p>
    );
  return null;
}

function OtherTab({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <p>
      <a href={href} target="_blank" rel="noopener">
        {children}
      </a>
    </p>
  );
}

/**
 * Returns the text of a code in the language of the page; null until the texts are loaded.
 * `detail`, the service's words about the occurrence, replaces the text of many codes (see
 * `wordsOf`). Unknown codes, and failed loading of the texts, have a general text. For
 * `OTHER_USER`, `detail` is the username.
 */
export function useCodeText(code: string, detail: string | null = null): string | null {
  const { t } = useTranslation();
  const [found, setFound] = useState<{ readonly for: string; readonly words: Words } | null>(null);
  const key = `${code} ${detail}`;
  useEffect(() => {
    if (code === OFFLINE || code === OTHER_USER) return;
    let isCurrent = true;
    const show = (words: Words) => isCurrent && setFound({ for: key, words });
    import('./problem-words').then(
      ({ wordsOf }) => show(wordsOf({ code, detail }, pageLocale())),
      // Without a connection, or after a release, the texts cannot be loaded.
      () => show({ message: 'problem.unknown' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, code, detail]);
  if (code === OFFLINE) return t('error.offline');
  if (code === OTHER_USER) return t('error.otherUser', { name: detail ?? '' });
  if (found?.for !== key) return null;
  return 'text' in found.words ? found.words.text : t(found.words.message);
}
