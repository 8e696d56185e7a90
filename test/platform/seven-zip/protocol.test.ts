import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../src/platform/release.js';
import { setSignal } from '../../../src/platform/seven-zip/protocol.js';
import { eventually } from '../../eventually.js';

const PROTOCOL = pathToFileURL(join(projectRoot(), 'dist/src/platform/seven-zip/protocol.js')).href;

test('waitWhile waits for the change of its signal, however often the thread is woken', async () => {
  const signals = new Int32Array(new SharedArrayBuffer(8));
  const program = `import(${JSON.stringify(PROTOCOL)}).then(({ waitWhile }) => {
    waitWhile(require('node:worker_threads').workerData, 0, 0);
    Atomics.store(require('node:worker_threads').workerData, 1, 1);
  });`;
  const worker = new Worker(program, { eval: true, workerData: signals });
  try {
    for (let wake = 0; wake < 3; wake++) {
      await eventually(() => expect(Atomics.notify(signals, 0)).toBe(1));
    }
    expect(Atomics.load(signals, 1)).toBe(0);
    setSignal(signals, 0, 1);
    await eventually(() => expect(Atomics.load(signals, 1)).toBe(1));
  } finally {
    await worker.terminate();
  }
});
