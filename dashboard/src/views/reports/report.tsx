import { Alert, Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { LIMITS } from '../../../../src/registry/limits';
import { hasCode } from '../../api/problem';
import { useViewer } from '../../app/viewer';
import { ConfirmButton } from '../../kit/confirm';
import { formatTime, textOf } from '../../kit/format';
import { Head } from '../../kit/head';
import { useKeptForm } from '../../kit/kept-form';
import { NoteField } from '../../kit/note-field';
import { useChange } from '../../kit/use-change';
import { decisionTexts } from './decision-texts';
import { decideReport, type Report, readReport } from './report-api';

/** Reads a report. */
export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  readReport(params['reportId'] ?? '', signal);

/**
 * A report of a mod, its decisions, and the appeal of the team. While the report waits for a
 * decision, a form with a required statement has two buttons: one upholds it, the other dismisses
 * it. Neither changes the mod; users who may take it down get a link for that. The moderator of the
 * first decision cannot decide about the appeal.
 */
export function Component() {
  const report = useLoaderData<typeof loader>();
  const { t } = useTranslation();
  const viewer = useViewer();
  const isWaiting = report.state === 'open' || report.state === 'appealed';
  const isOwnDecision = report.state === 'appealed' && report.decidedBy?.id === viewer.id;
  return (
    <>
      <p className="mod-head">
        <Link to="/reports">{t('reports.back')}</Link>
      </p>
      <Head
        title={textOf(report.modTitle)}
        lead={t(`reportReason.${report.reason}`)}
        action={<Badge variant="light">{t(`reportState.${report.state}`)}</Badge>}
      />
      <section className="card" aria-labelledby="report">
        <h2 id="report">{t('reports.text')}</h2>
        <p className="note">{report.text}</p>
        <p className="dim">
          {report.reporter
            ? t('review.by', { name: report.reporter.username })
            : t('reports.anonymous')}{' '}
          · {formatTime(report.createdAt)}
        </p>
        <Group>
          <a href={`/mods/${report.modId}`}>{t('mods.publicPage')}</a>
          {viewer.capabilities.includes('take_down') && (
            <Link to={`/takedowns/${report.modId}`}>{t('reports.toTakedown')}</Link>
          )}
          <Link to={`/reports?mod=${report.modId}`}>{t('reports.ofMod')}</Link>
        </Group>
      </section>
      <Decisions report={report} />
      {isWaiting && !isOwnDecision && <Decision report={report} />}
      {isOwnDecision && <p className="dim">{t('reports.anotherModerator')}</p>}
    </>
  );
}

function Decisions({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  const { statement, decidedBy, decidedAt, appeal } = report;
  const { appealStatement, appealDecidedBy, appealDecidedAt } = report;
  if (statement === null) return null;
  return (
    <section className="card" aria-labelledby="decisions">
      <h2 id="decisions">{t('reports.decisions')}</h2>
      <Said label={decidedBy?.username} at={decidedAt} text={statement} />
      {appeal !== null && <Said label={t('reports.appeal')} at={null} text={appeal} />}
      {appealStatement !== null && (
        <Said label={appealDecidedBy?.username} at={appealDecidedAt} text={appealStatement} />
      )}
    </section>
  );
}

function Said(props: {
  readonly label: string | undefined;
  readonly at: string | null;
  readonly text: string;
}) {
  return (
    <div>
      <span className="name-inline">{props.label}</span>{' '}
      {props.at !== null && <span className="dim">{formatTime(props.at)}</span>}
      <p className="note">{props.text}</p>
    </div>
  );
}

const EMPTY = { values: { statement: '' }, etag: '' };

function Decision({ report }: { readonly report: Report }) {
  const { id, state } = report;
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const form = useKeptForm(`report:${id}:${state}`, EMPTY);
  const change = useChange();
  const texts = decisionTexts(state);
  const statement = form.values['statement'] ?? '';
  const [isChanged, setChanged] = useState(false);
  const decide = async (uphold: boolean) => {
    const decided = decideReport(report, uphold, statement).then(form.discard);
    await change(decided, t('reports.decided')).catch(async (error) => {
      if (!hasCode(error, 'precondition_failed')) throw error;
      // Without an error, the dialog closes, so that the moderator can read the changed report.
      await revalidate();
      setChanged(true);
    });
  };
  const isEmpty = statement.trim() === '';
  return (
    <section className="card" aria-labelledby="decision">
      <h2 id="decision">{t('review.decision')}</h2>
      {isChanged && (
        <Alert color="yellow" role="alert" mb="md">
          {t('reports.changed')}
        </Alert>
      )}
      <NoteField
        label={t('reports.statement')}
        hint={t(texts.hint)}
        minRows={3}
        maxLength={LIMITS.reportCharacters}
        value={statement}
        onChange={(value) => form.set('statement', value)}
      />
      <Group mt="md">
        <ConfirmButton
          label={t('reports.uphold')}
          title={t('reports.upholdTitle')}
          color="red"
          disabled={isEmpty}
          onConfirm={() => decide(true)}
        >
          {t(texts.uphold)}
        </ConfirmButton>
        <ConfirmButton
          label={t('reports.dismiss')}
          title={t('reports.dismissTitle')}
          disabled={isEmpty}
          onConfirm={() => decide(false)}
        >
          {t(texts.dismiss)}
        </ConfirmButton>
      </Group>
    </section>
  );
}
