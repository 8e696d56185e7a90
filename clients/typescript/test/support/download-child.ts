import { createInterface } from 'node:readline';
import { createClient, download, FileError } from '@modport/client';

// Downloads one file for the tests: base URL, artifact, target. Prints `done` with the SHA-256, or
// `refused` with the fault of a FileError, or `failed` with another error; the last two exit with
// 1. With HOLD set it prints `holding` and waits for a line on stdin before it fetches the bytes.
// With PAUSE_AT it prints `paused` after so many bytes and stops there.
const [baseUrl = '', artifactId = '', target = ''] = process.argv.slice(2);
const lines = createInterface(process.stdin);
const line = () => new Promise<void>((resolve) => lines.once('line', () => resolve()));

const client = createClient({
  baseUrl,
  async fetch(input, init) {
    const isFile = typeof input === 'string' && init?.method === 'GET';
    if (isFile && process.env['HOLD']) {
      console.log('holding');
      await line();
    }
    return fetch(input, init);
  },
});
const pauseAt = Number(process.env['PAUSE_AT'] ?? Number.POSITIVE_INFINITY);
try {
  const file = await download(client, artifactId, target, {
    progress({ receivedBytes, phase }) {
      if (phase !== 'receiving' || receivedBytes < pauseAt) return;
      process.stdout.write('paused\n');
      // Blocks the process, so that it stores nothing more until it is killed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    },
  });
  console.log(`done ${file.sha256}`);
} catch (error) {
  console.log(error instanceof FileError ? `refused ${error.fault}` : `failed ${String(error)}`);
  process.exitCode = 1;
} finally {
  lines.close();
}
