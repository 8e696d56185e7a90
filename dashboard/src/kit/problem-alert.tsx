import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFLINE, Problem } from '../api/problem';
import { pageLocale } from '../i18n';
import { useFieldName } from './field-names';

/** An error of an operation in plain words, with what to do next. */
export function ProblemAlert({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const text = useProblemText(error);
  const problem = error instanceof Problem ? error : null;
  return (
    <Alert color="red" role="alert" title={t('error.title')} my="md">
      <p>{text}</p>
      <FaultyFields problem={problem} />
      <WayOut code={problem?.code} />
      {problem?.requestId && (
        <p className="dim">{t('error.requestId', { id: problem.requestId })}</p>
      )}
    </Alert>
  );
}

function FaultyFields({ problem }: { readonly problem: Problem | null }) {
  const { t } = useTranslation();
  const nameOf = useFieldName();
  if (!problem || problem.fields.length === 0) return null;
  const names = [...new Set(problem.fields.map(({ field }) => nameOf(field)))];
  return <p>{t('error.fields', { fields: names.join(', ') })}</p>;
}

/** The link to a page of the account, in a new tab, so that this view keeps its input. */
function WayOut({ code }: { readonly code: string | undefined }) {
  const { t } = useTranslation();
  if (code === 'unauthorized')
    return <OtherTab href="/account/sign-in">{t('error.signIn')}</OtherTab>;
  if (code === 'step_up_required')
    return <OtherTab href="/account/step-up">{t('error.confirm')}</OtherTab>;
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

/** The text of an error in the language of the page. Loads the texts of the codes when needed. */
export function useProblemText(error: unknown): string {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  const code = error instanceof Problem ? error.code : null;
  const detail = error instanceof Problem ? error.detail : null;
  useEffect(() => {
    let isCurrent = true;
    setText(null);
    if (code !== null) {
      void registeredText(code).then((found) => isCurrent && setText(found ?? detail));
    }
    return () => {
      isCurrent = false;
    };
  }, [code, detail]);
  if (code === 'unauthorized') return t('error.signedOut');
  if (code === 'step_up_required') return t('error.stepUp');
  if (code === null || code === OFFLINE) return t('error.offline');
  return text ?? '';
}

async function registeredText(code: string): Promise<string | null> {
  const { ERROR_TEXTS } = await import('../../../src/registry/error-texts');
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = ERROR_TEXTS;
  return texts[code]?.[pageLocale()] ?? null;
}
