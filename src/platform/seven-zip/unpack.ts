import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { createMonitor } from './monitor.js';
import {
  type ArchiveType,
  type CompiledModule,
  INPUT_BYTES,
  OUTPUT_BYTES,
  OUTPUT_SLOTS,
  SIGNAL,
  setSignal,
  type ThreadData,
  type ThreadMessage,
  webAssembly,
} from './protocol.js';
import { createRangeReader, type RangeReader, type Readable } from './range-reader.js';
import { readResult, type UnpackResult } from './read-log.js';

/** The JavaScript heap of the thread. It stays small: the archive and 7-Zip are outside of it. */
const THREAD_HEAP_MIB = 64;

/** An archive to unpack, with its limits. */
export interface UnpackJob {
  readonly source: Readable;
  readonly type: ArchiveType;
  /** The maximum memory of the decoder; at least 17 MiB. */
  readonly memoryBytes: number;
  /** The thread is terminated after about this time without a sign of life; see `createMonitor`. */
  readonly stallSeconds: number;
  readonly signal?: AbortSignal;
  /**
   * Receives the contents of all files in archive order, concatenated without separators. The piece
   * is valid until the sink resolves. Meanwhile 7-Zip fills at most the two output slots, and then
   * waits.
   */
  sink(piece: Uint8Array): void | Promise<void>;
}

/**
 * Unpacks an archive with 7-Zip in its own thread and with bounded memory: it reads and passes on
 * bytes as they are needed. The result is 7-Zip's verdict on the archive, or that its thread
 * crashed or stalled. Throws errors of the source and the sink, and the reason of the signal; by
 * then the thread is terminated.
 */
export async function unpack(job: UnpackJob): Promise<UnpackResult> {
  job.signal?.throwIfAborted();
  const data = threadData(job, await sevenZipModule());
  job.signal?.throwIfAborted();
  const reader = createRangeReader(job.source);
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: data,
    stdout: true,
    stderr: true,
    // The flags of the process are not for the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MIB },
  });
  try {
    return await serve(worker, data, job, reader);
  } finally {
    await worker.terminate();
    await reader.close();
  }
}

let compiled: Promise<CompiledModule> | null = null;

/** Compiles the module once for all threads. After a failure, the next caller tries again. */
async function sevenZipModule(): Promise<CompiledModule> {
  const path = createRequire(import.meta.url).resolve('7z-wasm/7zz.wasm');
  compiled ??= readFile(path).then((bytes) => webAssembly.compile(bytes));
  try {
    return await compiled;
  } catch (error) {
    compiled = null;
    throw error;
  }
}

function threadData(job: UnpackJob, module: CompiledModule): ThreadData {
  return {
    module,
    type: job.type,
    sizeBytes: job.source.sizeBytes,
    memoryBytes: job.memoryBytes,
    signals: new Int32Array(new SharedArrayBuffer(4 * (SIGNAL.output + OUTPUT_SLOTS))),
    input: new Uint8Array(new SharedArrayBuffer(INPUT_BYTES)),
    output: new Uint8Array(new SharedArrayBuffer(OUTPUT_BYTES * OUTPUT_SLOTS)),
  };
}

/** Handles the thread's messages until it ends. Reads and output form two separate queues. */
async function serve(
  worker: Worker,
  data: ThreadData,
  job: UnpackJob,
  reader: RangeReader,
): Promise<UnpackResult> {
  const monitor = createMonitor<UnpackResult>(job.stallSeconds, { result: 'stalled' }, job.signal);
  const read = monitor.queue();
  const write = monitor.queue();
  // A copy outside the shared memory, because the sink's input must not change while it works.
  const piece = Buffer.alloc(OUTPUT_BYTES);
  worker.on('message', (message: ThreadMessage) => {
    monitor.touch();
    if (message.kind === 'read') {
      read(async () => {
        await reader.read(message.start, data.input.subarray(0, message.lengthBytes));
        Atomics.store(data.signals, SIGNAL.arrivedBytes, message.lengthBytes);
        setSignal(data.signals, SIGNAL.arrived, 1);
      });
    } else if (message.kind === 'output') {
      write(async () => {
        const start = message.slot * OUTPUT_BYTES;
        piece.set(data.output.subarray(start, start + message.lengthBytes));
        setSignal(data.signals, SIGNAL.output + message.slot, 0);
        await job.sink(piece.subarray(0, message.lengthBytes));
      });
    } else {
      write(async () => monitor.end(readResult(message)));
    }
  });
  // A trap in the WebAssembly code, or too little memory in the process.
  const crash = (error: unknown) => monitor.end({ result: 'crashed', detail: String(error) });
  worker.on('error', crash);
  worker.on('exit', () => write(async () => crash('the thread ended')));
  return monitor.outcome;
}
