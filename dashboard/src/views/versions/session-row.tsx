import { Alert, Button, FileButton, Group, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { REJECTION_REASONS } from '../../../../src/registry/reviews';
import { useNotify } from '../../app/notices';
import { ConfirmButton } from '../../kit/confirm';
import { formatBytes } from '../../kit/format';
import { ProblemAlert, useCodeText } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';
import { isChecking, isUnfinished } from '../../upload/checks';
import { forgetFile } from '../../upload/known-files';
import { abortUpload, removeFile, type Session } from '../../upload/upload-api';
import { transfers } from '../../upload/use-transfers';

/**
 * An upload at the service: not finished, in checks, under review, refused, or accepted. With
 * `mayUpload`, a button continues an unfinished one with its file. Another one cancels an upload
 * that is unfinished, in checks or under review. With `mayRemove`, a button removes an accepted
 * optional file after a confirmation.
 */
export function SessionRow(props: {
  readonly session: Session;
  readonly mayUpload: boolean;
  readonly mayRemove: boolean;
  /** Reads the uploads again, after this one was cancelled or its file was removed. */
  readonly onEnd: () => Promise<void>;
}) {
  const { session, mayUpload, mayRemove, onEnd } = props;
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const { id, filename, fileKind, sizeBytes, lifecycleStatus: state } = session;
  const isOpen = isUnfinished(session);
  const cancel = () =>
    run(async () => {
      await abortUpload(id);
      forgetFile(id);
      await onEnd();
    });
  return (
    <li>
      <div className="grow">
        <span className="name">{filename}</span>
        <div className="dim" role="status">
          {t(`uploadState.${state}`)} · {t(`fileKind.${fileKind}`)} · {formatBytes(sizeBytes)}
        </div>
        {isChecking(session) && (
          <Progress
            value={100}
            animated
            aria-label={t('upload.checking', { file: filename })}
            mt={6}
          />
        )}
        {isOpen && <p className="dim">{t('upload.resumeHow')}</p>}
        <Refusal session={session} mayUpload={mayUpload} />
        {error !== null && <ProblemAlert error={error} />}
      </div>
      {mayUpload && (
        <Group gap="xs">
          {isOpen && (
            <FileButton onChange={(file) => file && transfers.resume(file, session)}>
              {(button) => (
                <Button {...button} variant="default">
                  {t('upload.resume')}
                </Button>
              )}
            </FileButton>
          )}
          {(isOpen || isChecking(session) || state === 'quarantined') && (
            <Button variant="subtle" color="red" loading={isBusy} onClick={() => void cancel()}>
              {t('upload.abort')}
            </Button>
          )}
        </Group>
      )}
      {mayRemove && state === 'ready' && fileKind === 'optional' && (
        <RemoveButton id={id} filename={filename} onEnd={onEnd} />
      )}
    </li>
  );
}

/** A button that removes an accepted file after a confirmation. */
function RemoveButton(props: {
  readonly id: string;
  readonly filename: string;
  readonly onEnd: () => Promise<void>;
}) {
  const { id, filename: file, onEnd } = props;
  const { t } = useTranslation();
  const notify = useNotify();
  const remove = async () => {
    await removeFile(id);
    notify(t('files.removed', { file }));
    await onEnd();
  };
  return (
    <ConfirmButton
      label={t('app.remove')}
      title={t('files.removeTitle', { file })}
      color="red"
      variant="subtle"
      onConfirm={remove}
    >
      <p>{t('files.removeEffect')}</p>
    </ConfirmButton>
  );
}

/** The reason why a file was refused or waits, with what to do next, if something can be done. */
function Refusal(props: { readonly session: Session; readonly mayUpload: boolean }) {
  const { session, mayUpload } = props;
  const { t } = useTranslation();
  const { failure, findings, review, lifecycleStatus } = session;
  if (lifecycleStatus === 'quarantined') {
    return (
      <Alert mt="xs" title={t('upload.underReview')}>
        {findings.map(({ code, path, found }) => (
          <p key={`${code}${path}`}>{path === null ? found : `${path}: ${found}`}</p>
        ))}
        <p>{t('upload.underReviewHow')}</p>
      </Alert>
    );
  }
  if (lifecycleStatus !== 'failed') return null;
  return (
    <Alert color="red" mt="xs" title={t('upload.refused')}>
      {findings.length === 0 && failure && <Failure session={session} code={failure.code} />}
      {findings.map(({ code, path, found, why, fix }) => (
        <p key={`${code}${path}`}>
          <strong>{path === null ? found : `${path}: ${found}`}</strong>
          <br />
          {why} {fix}
        </p>
      ))}
      {review.publicNote && <p>{t('upload.note', { note: review.publicNote })}</p>}
      {mayUpload && <p>{t('upload.refusedHow')}</p>}
    </Alert>
  );
}

/** The moderator's reason for a rejection, or the text of `code`, the result of the checks. */
function Failure(props: { readonly session: Session; readonly code: string }) {
  const { t } = useTranslation();
  const words = useCodeText(props.code);
  const { rejectionReason: given } = props.session.review;
  const reason = REJECTION_REASONS.find((known) => known === given);
  return <p>{reason ? t('upload.rejected', { reason: t(`rejection.${reason}`) }) : words}</p>;
}
