import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTransfers, type Transfer } from '../../dashboard/src/upload/transfers.js';
import type { Session } from '../../dashboard/src/upload/upload-api.js';
import { UploadFault, type UploadFaultKind } from '../../dashboard/src/upload/upload-fault.js';
import { TransferRow } from '../../dashboard/src/views/versions/transfer-row.js';
import { eventually } from '../eventually.js';
import { serveApi } from './api-server.js';

const SESSION = { id: 'upload', versionId: 'version', sizeBytes: 3 } as Session;

/** The keys of the texts of the buttons of a transfer that a fault stopped. */
async function buttonsAfter(kind: UploadFaultKind): Promise<readonly string[]> {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const i18n = createInstance();
  await i18n.init({ lng: 'cimode' });
  const transfer: Transfer = {
    key: 'key',
    versionId: 'version',
    sessionId: 'upload',
    filename: 'mod.zip',
    sizeBytes: 3,
    doneBytes: 0,
    phase: 'stopped',
    error: new UploadFault(kind),
  };
  const row = createElement(MantineProvider, null, createElement(TransferRow, { transfer }));
  const html = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, row));
  return [...html.matchAll(/<button.*?<\/button>/gs)].map(([it]) => it.replace(/<[^>]*>/g, ''));
}

describe('an upload that is continued with another file', () => {
  it('the cancellation drops the other file, and the upload stays open at the service', async () => {
    const requests = await serveApi((_, response) => response.writeHead(500).end());
    const transfers = createTransfers();
    transfers.resume(new File(['other'], 'mod.zip'), SESSION);
    await eventually(() =>
      expect(transfers.all()).toMatchObject([{ error: { kind: 'other-file' } }]),
    );
    await transfers.cancel(transfers.all()[0]?.key ?? '');
    expect(transfers.all()).toEqual([]);
    expect(requests()).toBe(0);
  });

  it('a transfer whose file cannot succeed does not offer to go on', async () => {
    expect(await buttonsAfter('other-file')).toEqual(['app.cancel']);
    expect(await buttonsAfter('too-large')).toEqual(['app.cancel']);
    expect(await buttonsAfter('unreachable')).toEqual(['transfer.goOn', 'app.cancel']);
  });
});
