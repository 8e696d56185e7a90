import { Alert, Button, Group, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../../src/registry/limits';
import { Problem } from '../../api/problem';
import { formatBytes, formatLimit } from '../../kit/format';
import { ProblemAlert } from '../../kit/problem-alert';
import type { Phase } from '../../upload/transfer-file';
import type { Transfer } from '../../upload/transfers';
import { UploadFault, type UploadFaultKind } from '../../upload/upload-fault';
import { transfers } from '../../upload/use-transfers';

/** The phases in which the user can pause a transfer. */
const PAUSABLE: readonly Phase[] = ['queued', 'hashing', 'sending', 'waiting'];

/**
 * A file that this page sends, with its progress and its failure. A button pauses it (`PAUSABLE`).
 * Another one continues it after a pause, or after a failure for which another attempt can help
 * (`canGoOn`). The last one cancels it, except while the service completes the upload.
 */
export function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { t } = useTranslation();
  const { key, filename, fileKind, sizeBytes, doneBytes, phase, error } = transfer;
  const percent = sizeBytes === 0 ? 0 : Math.floor((doneBytes / sizeBytes) * 100);
  return (
    <li>
      <div className="grow">
        <span className="name">{filename}</span>
        <div className="dim" role="status">
          {t(`transfer.${phase}`)} · {t(`fileKind.${fileKind}`)} ·{' '}
          {t('transfer.progress', {
            done: formatBytes(doneBytes),
            all: formatBytes(sizeBytes),
          })}
        </div>
        <Progress value={percent} aria-label={t('transfer.of', { file: filename })} mt={6} />
        <Fault error={error} />
      </div>
      <Group gap="xs">
        {PAUSABLE.includes(phase) && (
          <Button variant="default" onClick={() => transfers.pause(key)}>
            {t('transfer.pause')}
          </Button>
        )}
        {(phase === 'paused' || (phase === 'stopped' && canGoOn(transfer))) && (
          <Button variant="default" onClick={() => transfers.goOn(key)}>
            {t('transfer.goOn')}
          </Button>
        )}
        {phase !== 'completing' && (
          <Button
            variant="subtle"
            color="red"
            loading={phase === 'cancelling'}
            onClick={() => void transfers.cancel(key)}
          >
            {t('app.cancel')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Faults that each further attempt with the same file would meet again. */
const OF_FILE: readonly UploadFaultKind[] = ['too-large', 'empty', 'no-archive', 'other-file'];
/** Final refusals whose cause can end: the user signs in again, or a moderator decides. */
const PASSING = ['unauthorized', 'step_up_required', 'invalid_state'];

/**
 * Whether another attempt with the same file can help. A refusal is final only before the upload is
 * reserved: afterwards, the service has bytes, and another attempt can cure a refused completion.
 */
function canGoOn({ error, sessionId }: Transfer): boolean {
  if (error instanceof UploadFault) return !OF_FILE.includes(error.kind);
  return sessionId !== null || !error?.isFinal || PASSING.includes(error.code);
}

function Fault({ error }: { readonly error: Transfer['error'] }) {
  const { t } = useTranslation();
  if (error === null) return null;
  if (error instanceof Problem) return <ProblemAlert error={error} />;
  return (
    <Alert color="red" role="alert" my="md" title={t('error.title')}>
      {t(`uploadFault.${error.kind}`, { size: formatLimit(LIMITS.archiveBytes) })}
    </Alert>
  );
}
