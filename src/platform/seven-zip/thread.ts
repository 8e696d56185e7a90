// The program of a thread: 7-Zip, compiled to WebAssembly, unpacks one archive. Its file system
// holds one file, whose bytes the starting thread reads. Its standard output goes back to that
// thread. It never uses archive content as a path, and writes no files.
import { parentPort, workerData } from 'node:worker_threads';
import sevenZip from '7z-wasm';
import {
  INPUT_BYTES,
  type ModuleInstance,
  type ModuleMemory,
  OUT_OF_MEMORY,
  OUTPUT_BYTES,
  OUTPUT_SLOTS,
  SIGNAL,
  type ThreadData,
  type ThreadMessage,
  waitWhile,
  webAssembly,
} from './protocol.js';
import { readLog } from './read-log.js';

/** The used part of Emscripten's file system; the types of 7z-wasm omit it. */
interface FileSystem {
  readonly streams: { stream_ops: StreamOps }[];
  createFile(parent: string, name: string, properties: object, read: true, write: false): FileNode;
}

interface FileNode {
  node_ops: { getattr(node: FileNode): Record<string, unknown> };
  stream_ops: StreamOps;
}

interface StreamOps {
  read?(stream: Stream, heap: Int8Array, at: number, lengthBytes: number, start: number): number;
  write?(stream: Stream, heap: Int8Array, at: number, lengthBytes: number): number;
  llseek?(stream: Stream, offset: number, whence: number): number;
}

interface Stream {
  readonly position: number;
}

interface Program {
  readonly FS: FileSystem;
  callMain(args: readonly string[]): number;
}

const PAGE_BYTES = 64 * 1024;
const LOG_BYTES = 64 * 1024 * 1024;
const LOG_BEGINS_BYTES = 64 * 1024;
const STDOUT = 1;
const STDERR = 2;

// Only unpack.ts starts this thread, so the cast is safe.
const data = workerData as ThreadData;

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

/** Fills `into` with the archive's bytes from `start`. Returns the number of bytes read. */
function readArchive(into: Uint8Array, start: number): number {
  const askedBytes = Math.min(into.length, INPUT_BYTES, Math.max(0, data.sizeBytes - start));
  if (askedBytes === 0) return 0;
  Atomics.store(data.signals, SIGNAL.arrived, 0);
  post({ kind: 'read', start, lengthBytes: askedBytes });
  waitWhile(data.signals, SIGNAL.arrived, 0);
  const givenBytes = Atomics.load(data.signals, SIGNAL.arrivedBytes);
  into.set(data.input.subarray(0, givenBytes));
  return givenBytes;
}

/** Collects the output in slots across file boundaries, and waits while both slots are full. */
function createOutput() {
  let slot = 0;
  let filledBytes = 0;
  const flush = (): void => {
    if (filledBytes === 0) return;
    Atomics.store(data.signals, SIGNAL.output + slot, 1);
    post({ kind: 'output', slot, lengthBytes: filledBytes });
    slot = (slot + 1) % OUTPUT_SLOTS;
    filledBytes = 0;
  };
  const write = (bytes: Uint8Array): void => {
    for (let rest = bytes; rest.length > 0; ) {
      if (filledBytes === 0) waitWhile(data.signals, SIGNAL.output + slot, 1);
      const taken = rest.subarray(0, OUTPUT_BYTES - filledBytes);
      data.output.set(taken, slot * OUTPUT_BYTES + filledBytes);
      filledBytes += taken.length;
      rest = rest.subarray(taken.length);
      if (filledBytes === OUTPUT_BYTES) flush();
    }
  };
  return { write, flush };
}

/** Keeps the log of 7-Zip, up to a size that no legitimate archive exceeds. */
function createLog() {
  // 7-Zip writes a few bytes at a time, so the log is one buffer instead of a list.
  let log = Buffer.alloc(LOG_BEGINS_BYTES);
  let keptBytes = 0;
  return {
    write(bytes: Uint8Array): void {
      const neededBytes = keptBytes + bytes.length;
      if (neededBytes > LOG_BYTES) return;
      if (neededBytes > log.length) log = Buffer.concat([log], 2 * neededBytes);
      log.set(bytes, keptBytes);
      keptBytes = neededBytes;
    },
    bytes: (): Buffer => log.subarray(0, keptBytes),
  };
}

async function start(): Promise<Program> {
  const options = {
    stdin: () => null,
    quit: (_code: number, status: unknown) => {
      throw status;
    },
    instantiateWasm(imports: object, done: (instance: ModuleInstance) => void) {
      webAssembly.instantiate(data.module, imports).then((instance) => {
        bound(instance.exports.memory);
        done(instance);
      });
      return {};
    },
  };
  // These options and members exist, but the library's types omit them.
  const create = sevenZip as unknown as (options: object) => Promise<Program>;
  return create(options);
}

let isOutOfMemory = false;

/**
 * Refuses memory beyond the budget. Then 7-Zip reports too little memory and exits, or it aborts.
 */
function bound(memory: ModuleMemory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > data.memoryBytes) {
      isOutOfMemory = true;
      throw new RangeError('the memory budget of the inspection is used up');
    }
    return grow(pages);
  };
}

function mountArchive(fs: FileSystem): void {
  const { sizeBytes } = data;
  const file = fs.createFile('/', 'archive', {}, true, false);
  const { getattr } = file.node_ops;
  file.node_ops = { ...file.node_ops, getattr: (node) => ({ ...getattr(node), size: sizeBytes }) };
  file.stream_ops = {
    read: (_, heap, at, lengthBytes, start) => readArchive(part(heap, at, lengthBytes), start),
    llseek: (stream, offset, whence) =>
      offset + ([0, stream.position, sizeBytes][whence] ?? Number.NaN),
  };
}

function setStream(fs: FileSystem, fd: number, write: (bytes: Uint8Array) => void): void {
  const stream = fs.streams[fd];
  if (!stream) throw new Error(`7-Zip has no stream ${fd}`);
  stream.stream_ops = {
    write(_, heap, at, lengthBytes) {
      write(part(heap, at, lengthBytes));
      return lengthBytes;
    },
  };
}

function part(heap: Int8Array, at: number, lengthBytes: number): Uint8Array {
  return new Uint8Array(heap.buffer, heap.byteOffset + at, lengthBytes);
}

/** The exit code of 7-Zip. An abort for lack of memory gives the exit code for that case. */
function run(): number {
  try {
    return program.callMain(args);
  } catch (failure) {
    if (isOutOfMemory) return OUT_OF_MEMORY;
    throw failure;
  }
}

const program = await start();
const output = createOutput();
const log = createLog();
mountArchive(program.FS);
setStream(program.FS, STDOUT, output.write);
setStream(program.FS, STDERR, log.write);
// Extract to standard output, answer all questions with yes, and log each entry's name.
const args = ['x', '-so', '-y', '-bso2', '-bb1', '-bsp0', '-bd', `-t${data.type}`, '/archive'];
const exitCode = run();
output.flush();
post({ kind: 'end', exitCode, ...readLog(log.bytes()) });
