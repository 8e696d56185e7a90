import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Transfer } from '../../dashboard/src/upload/transfers.js';
import type { Session } from '../../dashboard/src/upload/upload-api.js';
import { SessionRow } from '../../dashboard/src/views/versions/session-row.js';
import { TransferRow } from '../../dashboard/src/views/versions/transfer-row.js';

/** The HTML of a row, with the keys of its texts. */
async function htmlOf(row: React.ReactElement): Promise<string> {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const i18n = createInstance();
  await i18n.init({ lng: 'cimode' });
  const page = createElement(MantineProvider, null, row);
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, page));
}

const FILE = { filename: 'mod.zip', sizeBytes: 3, versionId: 'version' };

function sessionRow(changes: Partial<Session>, mayUpload = true, mayRemove = mayUpload) {
  const state = { lifecycleStatus: 'ready', failure: null, findings: [], review: {} };
  const session = { id: 'upload', fileKind: 'main', ...FILE, ...state, ...changes };
  const props = { session: session as unknown as Session, mayUpload, mayRemove };
  return htmlOf(createElement(SessionRow, { ...props, onEnd: async () => undefined }));
}

function transferRow(fileKind: 'main' | 'optional') {
  const transfer: Transfer = {
    ...FILE,
    key: 'key',
    fileKind,
    sessionId: null,
    doneBytes: 0,
    phase: 'hashing',
    error: null,
  };
  return htmlOf(createElement(TransferRow, { transfer }));
}

describe('the rows of uploads', () => {
  it.each(['main', 'optional'] as const)(
    'a row names the kind of its %s file',
    async (fileKind) => {
      expect(await sessionRow({ fileKind })).toContain(`fileKind.${fileKind}`);
      expect(await sessionRow({ fileKind, lifecycleStatus: 'published' }, false)).toContain(
        `fileKind.${fileKind}`,
      );
      expect(await transferRow(fileKind)).toContain(`fileKind.${fileKind}`);
    },
  );

  it('an accepted optional file has a button that removes it, while its version accepts files', async () => {
    const extra = { fileKind: 'optional' } as const;
    expect(await sessionRow(extra)).toContain('app.remove');
    for (const row of [
      sessionRow({ fileKind: 'main' }),
      sessionRow({ ...extra, lifecycleStatus: 'failed' }),
      sessionRow(extra, true, false),
    ]) {
      expect(await row).not.toContain('app.remove');
    }
  });

  it('a refused file asks for another upload only while its version accepts files', async () => {
    const failed = { lifecycleStatus: 'failed' } as const;
    expect(await sessionRow(failed)).toContain('upload.refusedHow');
    const closed = await sessionRow(failed, false);
    expect(closed).toContain('upload.refused');
    expect(closed).not.toContain('upload.refusedHow');
  });
});
