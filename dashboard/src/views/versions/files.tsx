import { Button, FileButton, Radio } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Progress.css';
import { ARCHIVE_FORMATS } from '../../../../src/registry/archives';
import { LIMITS } from '../../../../src/registry/limits';
import { formatBytes, formatLimit } from '../../kit/format';
import type { Transfer } from '../../upload/transfers';
import type { Session } from '../../upload/upload-api';
import { transfers, useTransfers } from '../../upload/use-transfers';
import { SessionRow } from './session-row';
import { TransferRow } from './transfer-row';
import { hasOrAwaitsMain, sendsMain, type Version } from './version-data';

/** Extensions that the file dialog of the browser offers: those that the service accepts. */
const ACCEPTED = Object.keys(ARCHIVE_FORMATS)
  .map((extension) => `.${extension}`)
  .join(',');

/** The states of a version in which the service removes an optional file. */
const REMOVABLE_IN: readonly Version['status'][] = ['draft', 'failed', 'ready'];

/**
 * The files of a version: transfers of this page, other uploads at the service (`sessions`), also
 * accepted ones, and the main file of a published version. With `mayUpload`, an area takes new
 * files; of several at once, only the first can be the main file. `onChange` reads the version and
 * its uploads again.
 */
export function Files(props: {
  readonly version: Version;
  readonly sessions: readonly Session[];
  readonly mayUpload: boolean;
  readonly onChange: () => Promise<void>;
}) {
  const { version, sessions, mayUpload, onChange } = props;
  const { t } = useTranslation();
  const running = useTransfers(version.id);
  const isSending = useSendsMain(version, running);
  const sent = running.map(({ sessionId }) => sessionId);
  const ready = version.artifacts ?? [];
  const shown = ready.map(({ id }) => id);
  const waiting = sessions.filter(
    ({ id, artifactId }) => !sent.includes(id) && !shown.includes(artifactId),
  );
  const { heading, setEnded } = useFocusAfterEnd(waiting.map(({ id }) => id));
  return (
    <section className="card" aria-labelledby="files">
      <h2 id="files" tabIndex={-1} ref={heading}>
        {t('files.title')}
      </h2>
      {mayUpload && (
        <DropArea
          version={version}
          expected={isSending || hasOrAwaitsMain(version, sessions) ? 'optional' : 'main'}
        />
      )}
      <ul className="rows files">
        {running.map((transfer) => (
          <TransferRow key={transfer.key} transfer={transfer} />
        ))}
        {waiting.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            mayUpload={mayUpload}
            mayRemove={mayUpload && REMOVABLE_IN.includes(version.status)}
            onEnd={() => {
              setEnded(session.id);
              return onChange();
            }}
          />
        ))}
        {ready.map((file) => (
          <li key={file.id}>
            <div className="grow">
              <span className="name">{file.originalFilename}</span>
              <div className="dim">
                {formatBytes(file.sizeBytes)} · {t(`fileKind.${file.fileKind}`)} ·{' '}
                {t(`artifactState.${file.status}`)}
              </div>
              <code className="digest">{file.hashes.sha256}</code>
            </div>
          </li>
        ))}
      </ul>
      {running.length + waiting.length + ready.length === 0 && (
        <p className="dim">{t('files.none')}</p>
      )}
    </section>
  );
}

/**
 * Moves the focus to the heading of the files when an upload that the user ended has left the list:
 * its button, which had the focus, has left too. `shown` has the ids of the listed uploads.
 */
function useFocusAfterEnd(shown: readonly string[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const isGone = ended !== null && !shown.includes(ended);
  useEffect(() => {
    if (!isGone) return;
    heading.current?.focus();
    setEnded(null);
  }, [isGone]);
  return { heading, setEnded };
}

/**
 * Whether a main file is on its way to a version. A complete transfer disappears before the view
 * has read the version again, so it counts until then.
 */
function useSendsMain(version: Version, running: readonly Transfer[]): boolean {
  const isSending = sendsMain(running);
  const [before, setBefore] = useState<Version | null>(null);
  if (isSending && before !== version) setBefore(version);
  const isStopped = running.some(({ fileKind }) => fileKind === 'main') && !isSending;
  return isSending || (before === version && !isStopped);
}

type Kind = 'main' | 'optional';

/**
 * Takes dropped and chosen files. The first one gets the kind that the user chose, or else the
 * `expected` one. All others are optional.
 */
function DropArea(props: { readonly version: Version; readonly expected: Kind }) {
  const { version, expected } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const kind = chosen ?? expected;
  const [isOver, setOver] = useState(false);
  const send = (files: readonly File[]) => {
    for (const [at, file] of files.entries()) {
      // A version has one main file, so only the first of several files can be it.
      const fileKind = at === 0 ? kind : 'optional';
      transfers.start(file, { modId: version.modId, versionId: version.id, fileKind });
    }
    if (files.length > 0) setChosen(null);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send([...event.dataTransfer.files]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
    >
      <p>{t('files.drop')}</p>
      <Radio.Group
        label={t('files.kind')}
        value={kind}
        onChange={(value) => setChosen(value === 'main' ? 'main' : 'optional')}
      >
        <div className="choices">
          <Radio value="main" label={t('fileKind.main')} />
          <Radio value="optional" label={t('fileKind.optional')} />
        </div>
      </Radio.Group>
      <FileButton multiple accept={ACCEPTED} onChange={send}>
        {(button) => (
          <Button {...button} variant="default" mt="md">
            {t('files.choose')}
          </Button>
        )}
      </FileButton>
      <p className="dim">{t('files.hint', { size: formatLimit(LIMITS.archiveBytes) })}</p>
    </div>
  );
}
