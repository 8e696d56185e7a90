import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HashReport } from '../../dashboard/src/upload/hash.worker.js';

const BYTES = 'the bytes of a mod';

/** The scope of the worker, as its code sees it. */
const scope = {
  postMessage: vi.fn<(report: HashReport) => void>(),
  onmessage: (_: { readonly data: File }) => {},
};

/** Lets the worker digest a file, and returns its last report. */
function lastReport(file: File): Promise<HashReport> {
  return new Promise((resolve) => {
    scope.postMessage.mockImplementation((report) => {
      if (report.kind !== 'progress') resolve(report);
    });
    scope.onmessage({ data: file });
  });
}

beforeAll(async () => {
  vi.stubGlobal('self', scope);
  await import('../../dashboard/src/upload/hash.worker.js');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal('self', scope);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe('the worker that digests a file', () => {
  it('a browser that cannot run the hash is not reported as a changed file', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(await lastReport(new File([BYTES], 'mod.zip'))).toEqual({ kind: 'unable' });
  });

  it('a file that cannot be read is reported as unreadable', async () => {
    const file = new File([BYTES], 'mod.zip');
    const gone = new Blob();
    gone.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    file.slice = () => gone;
    expect(await lastReport(file)).toEqual({ kind: 'unreadable' });
  });

  it('a file is reported with its SHA-256', async () => {
    const sha256 = createHash('sha256').update(BYTES).digest('hex');
    expect(await lastReport(new File([BYTES], 'mod.zip'))).toEqual({ kind: 'done', sha256 });
  });
});
