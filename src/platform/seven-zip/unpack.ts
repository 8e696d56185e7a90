import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { createMonitor } from './monitor.js';
import {
  type ArchiveType,
  INPUT_BYTES,
  OUTPUT_BYTES,
  OUTPUT_SLOTS,
  SIGNAL,
  type ThreadData,
  type ThreadMessage,
} from './protocol.js';
import { createRangeReader, type RangeReader, type Readable } from './range-reader.js';
import { readResult, type UnpackResult } from './result.js';
import { type CompiledModule, webAssembly } from './web-assembly.js';

/** Of what JavaScript keeps in the thread, which is little: the archive and 7-Zip are not in it. */
const THREAD_HEAP_MIB = 64;

/** What is to be unpacked, and how. */
export interface UnpackJob {
  readonly source: Readable;
  readonly type: ArchiveType;
  /** How far the memory of the decoder may grow; 17 MiB at the least. */
  readonly memoryBytes: number;
  /** Without a sign of life for this long, it is ended. */
  readonly stallSeconds: number;
  readonly signal?: AbortSignal;
  /**
   * Takes the contents of all files, one after the other without a border, in the order of the
   * archive. The piece is good until the sink has resolved; 7-Zip waits for it.
   */
  sink(piece: Uint8Array): void | Promise<void>;
}

/**
 * Unpacks an archive with 7-Zip, in a thread of its own, in bounded memory: bytes are read when they
 * are needed and handed on as they come. Throws what the source and the sink throw, and the reason of
 * the signal; the thread is gone then. What 7-Zip itself makes of the archive is the result.
 */
export async function unpack(job: UnpackJob): Promise<UnpackResult> {
  job.signal?.throwIfAborted();
  const data = threadData(job, await sevenZipModule());
  const reader = createRangeReader(job.source);
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
    workerData: data,
    stdout: true,
    stderr: true,
    // What the process was started with is not for the thread.
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

/** Compiled once for all threads; what failed is tried again by the next that needs it. */
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

/** Answers the thread until it ends. Reads and output wait for themselves only. */
async function serve(
  worker: Worker,
  data: ThreadData,
  job: UnpackJob,
  reader: RangeReader,
): Promise<UnpackResult> {
  const monitor = createMonitor<UnpackResult>(job.stallSeconds, { result: 'stalled' }, job.signal);
  const read = monitor.queue();
  const write = monitor.queue();
  // Out of the memory that the thread writes to: what is looked at must not change meanwhile.
  const piece = Buffer.alloc(OUTPUT_BYTES);
  worker.on('message', (message: ThreadMessage) => {
    monitor.touch();
    if (message.kind === 'read') {
      read(async () => {
        await reader.read(message.start, data.input.subarray(0, message.lengthBytes));
        Atomics.store(data.signals, SIGNAL.answeredBytes, message.lengthBytes);
        signal(data, SIGNAL.answered, 1);
      });
    } else if (message.kind === 'output') {
      write(async () => {
        const start = message.slot * OUTPUT_BYTES;
        piece.set(data.output.subarray(start, start + message.lengthBytes));
        signal(data, SIGNAL.output + message.slot, 0);
        await job.sink(piece.subarray(0, message.lengthBytes));
      });
    } else {
      write(async () => monitor.end(readResult(message)));
    }
  });
  // A trap of the WebAssembly, or memory that the process has not.
  const crash = (error: unknown) => monitor.end({ result: 'crashed', detail: String(error) });
  worker.on('error', crash);
  worker.on('exit', () => write(async () => crash('the thread ended')));
  return monitor.outcome;
}

function signal(data: ThreadData, place: number, value: number): void {
  Atomics.store(data.signals, place, value);
  Atomics.notify(data.signals, place);
}
