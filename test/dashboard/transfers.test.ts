import { text } from 'node:stream/consumers';
import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { OFFLINE, Problem } from '../../dashboard/src/api/problem.js';
import { createTransfers, type Transfer } from '../../dashboard/src/upload/transfers.js';
import type { Session } from '../../dashboard/src/upload/upload-api.js';
import { UploadFault, type UploadFaultKind } from '../../dashboard/src/upload/upload-fault.js';
import { TransferRow } from '../../dashboard/src/views/versions/transfer-row.js';
import { ERRORS, type ErrorCode } from '../../src/registry/errors.js';
import { eventually } from '../eventually.js';
import { serveApi } from './api-server.js';

const SESSION = { id: 'upload', versionId: 'version', sizeBytes: 3 } as Session;

/** The keys of the texts of the buttons of a transfer that an error stopped. */
async function buttonsAfter(
  error: Transfer['error'],
  sessionId: string | null = null,
): Promise<readonly string[]> {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const i18n = createInstance();
  await i18n.init({ lng: 'cimode' });
  const transfer: Transfer = {
    key: 'key',
    versionId: 'version',
    fileKind: 'main',
    sessionId,
    filename: 'mod.zip',
    sizeBytes: 3,
    doneBytes: 0,
    phase: 'stopped',
    error,
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
});

describe('the buttons of a stopped transfer', () => {
  const afterFault = (kind: UploadFaultKind) => buttonsAfter(new UploadFault(kind));
  const afterRefusal = (code: ErrorCode, sessionId: string | null = null) => {
    const { status, retryable } = ERRORS[code];
    return buttonsAfter(new Problem('refused', { code, status: status[0], retryable }), sessionId);
  };

  it('a transfer whose file cannot succeed does not offer to go on', async () => {
    for (const kind of ['other-file', 'too-large', 'empty', 'no-archive'] as const) {
      expect([kind, await afterFault(kind)]).toEqual([kind, ['app.cancel']]);
    }
    expect(await afterFault('unreachable')).toEqual(['transfer.goOn', 'app.cancel']);
  });

  it('a transfer whose reservation the service refuses for good does not offer to go on', async () => {
    for (const code of ['invalid_size', 'unsupported_archive_extension', 'gone'] as const) {
      expect([code, await afterRefusal(code)]).toEqual([code, ['app.cancel']]);
    }
  });

  it('a transfer whose completion the service refuses offers to go on with its bytes', async () => {
    for (const code of ['invalid_parts', 'part_checksum_mismatch'] as const) {
      const buttons = await afterRefusal(code, 'upload');
      expect([code, buttons]).toEqual([code, ['transfer.goOn', 'app.cancel']]);
    }
  });

  it('a transfer whose refusal can end offers to go on', async () => {
    const passing = ['rate_limited', 'internal_error', 'unauthorized', 'invalid_state'] as const;
    for (const code of passing) {
      expect([code, await afterRefusal(code)]).toEqual([code, ['transfer.goOn', 'app.cancel']]);
    }
    const offline = new Problem('no response', { code: OFFLINE });
    expect(await buttonsAfter(offline)).toEqual(['transfer.goOn', 'app.cancel']);
  });
});

describe('a file that the service accepts in no case', () => {
  it.each([
    ['', 'mod.zip', 'empty'],
    ['text', 'readme.txt', 'no-archive'],
    ['text', 'README', 'no-archive'],
    ['text', '.zip', 'no-archive'],
    ['text', 'mod.zip.exe', 'no-archive'],
  ] as const)('the browser refuses %j as %s without a request', async (content, name, kind) => {
    const requests = await serveApi((_, response) => response.writeHead(500).end());
    const transfers = createTransfers();
    const target = { modId: 'mod', versionId: 'version', fileKind: 'main' } as const;
    transfers.start(new File([content], name), target);
    await eventually(() => expect(transfers.all()).toMatchObject([{ error: { kind } }]));
    expect(requests()).toBe(0);
  });
});

describe('an upload in parts that accepts no more bytes', () => {
  it('the continuation reports why the service refuses it', async () => {
    const progress = { available: true, percent: 0, uploadedBytes: 0, totalParts: 2 };
    const session = {
      ...SESSION,
      strategy: 'multipart',
      upload: null,
      progress: { ...progress, completedParts: [] },
    };
    const refusal = { message: 'refused', extensions: { code: 'session_expired', status: 410 } };
    const results = {
      Upload: { data: { getUploadSession: session } },
      RenewUpload: { data: { renewUploadSession: session } },
      CompleteUpload: { errors: [refusal] },
    };
    await serveApi(async (request, response) => {
      const { operationName } = JSON.parse(await text(request));
      const name = Object.keys(results).find((known) => known === operationName);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(results[name as keyof typeof results]));
    });
    const transfers = createTransfers();
    transfers.resume(new File(['abc'], 'mod.zip'), session as unknown as Session);
    await eventually(() =>
      expect(transfers.all()).toMatchObject([
        { phase: 'stopped', error: { code: 'session_expired' } },
      ]),
    );
  });
});
