import type { HashReport } from './hash.worker';
import { UploadFault } from './upload-fault';

/**
 * Computes the SHA-256 of a file, in hex, in a worker, so that the page stays responsive. Throws
 * the reason of the signal, and `UploadFault`: `changed` if the file cannot be read, `no-worker` if
 * the worker cannot start or hash.
 */
export function hashFile(
  file: File,
  signal: AbortSignal,
  onProgress: (doneBytes: number) => void,
): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = () => reject(new UploadFault('no-worker'));
    worker.onmessage = ({ data }: MessageEvent<HashReport>) => {
      if (data.kind === 'progress') onProgress(data.doneBytes);
      else if (data.kind === 'done') resolve(data.sha256);
      else reject(new UploadFault(data.kind === 'unreadable' ? 'changed' : 'no-worker'));
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
