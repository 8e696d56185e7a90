import { NeedsReview, refuse } from '../findings.js';
import type { FieldReader } from '../stream-reader.js';
import { readNumber } from './fields.js';

/** More than any program uses. It also limits the cost of a header. */
const CODERS = 8;
const INPUTS_PER_CODER = 8;

/** One unpacking step. */
export interface Coder {
  /** The method id, in hex. */
  readonly method: string;
  readonly properties: Buffer;
}

/** A chain of coders in the header, which the 7z format calls a folder. */
export interface CoderChain {
  readonly coders: readonly Coder[];
  readonly packedStreams: number;
  /** The number of outputs, each of which has a size in the header. */
  readonly outputs: number;
  /** The index of the output with the final bytes. */
  readonly mainOutput: number;
}

/** Reads a chain of coders. Throws ArchiveFault unless their inputs and outputs match. */
export function readCoderChain(fields: FieldReader): CoderChain {
  const count = readNumber(fields);
  if (count < 1 || count > CODERS) refuseChain();
  let inputs = 0;
  let outputs = 0;
  const coders: Coder[] = [];
  for (let i = 0; i < count; i++) {
    const flags = fields.byte();
    // The upper two bits are reserved.
    if ((flags & 0xc0) !== 0 || (flags & 0x0f) === 0) refuseChain();
    const method = fields.bytes(flags & 0x0f).toString('hex');
    const isComplex = (flags & 0x10) !== 0;
    const ins = isComplex ? readNumber(fields) : 1;
    // No unpacking coder has several outputs, and 7-Zip rejects such a coder.
    if (ins < 1 || ins > INPUTS_PER_CODER || (isComplex && readNumber(fields) !== 1)) refuseChain();
    inputs += ins;
    outputs += 1;
    const properties = (flags & 0x20) !== 0 ? fields.bytes(readNumber(fields)) : Buffer.alloc(0);
    coders.push({ method, properties });
  }
  const bonds = readBonds(fields, outputs - 1, inputs, outputs);
  const packedStreams = inputs - bonds.inputs.size;
  if (packedStreams < 1) refuseChain();
  if (packedStreams > 1) readPackedStreams(fields, packedStreams, inputs, bonds.inputs);
  const mainOutput = Array.from({ length: outputs }, (_, i) => i).findIndex(
    (i) => !bonds.outputs.has(i),
  );
  return { coders, packedStreams, outputs, mainOutput };
}

function readBonds(fields: FieldReader, count: number, inputs: number, outputs: number) {
  const bonds = { inputs: new Set<number>(), outputs: new Set<number>() };
  for (let i = 0; i < count; i++) {
    const input = readNumber(fields);
    const output = readNumber(fields);
    if (input >= inputs || output >= outputs) refuseChain();
    bonds.inputs.add(input);
    bonds.outputs.add(output);
  }
  if (bonds.inputs.size !== count || bonds.outputs.size !== count) refuseChain();
  return bonds;
}

function readPackedStreams(
  fields: FieldReader,
  count: number,
  inputs: number,
  bonded: ReadonlySet<number>,
): void {
  const seen = new Set(bonded);
  for (let i = 0; i < count; i++) seen.add(readNumber(fields));
  if (seen.size !== inputs || [...seen].some((input) => input >= inputs)) refuseChain();
}

function refuseChain(): never {
  refuse('archive_validation_failed', 'the decoders of a folder do not form a chain');
}

const AES = '06f10701';
const MIB = 1024 * 1024;

/** The memory of each supported method, by its properties. */
const MEMORY: Readonly<Record<string, (properties: Buffer) => number>> = {
  '00': () => 0,
  '030101': (properties) => (properties.length < 5 ? 0 : properties.readUInt32LE(1)),
  '21': (properties) => lzma2Dictionary(properties[0] ?? 0),
  '030401': (properties) => (properties.length < 5 ? 0 : properties.readUInt32LE(1)),
  '040202': () => 8 * MIB,
  '040108': small,
  '040109': small,
  // Delta, and the filters for machine code and byte order, with their newer and older ids.
  '03': small,
  '04': small,
  '05': small,
  '06': small,
  '07': small,
  '08': small,
  '09': small,
  '0a': small,
  '0b': small,
  '03030103': small,
  '0303011b': small,
  '03030205': small,
  '03030401': small,
  '03030501': small,
  '03030701': small,
  '03030805': small,
  '020302': small,
  '020304': small,
};

/** Whether the coders do not change the bytes. */
export function isStored(coders: readonly Coder[]): boolean {
  return coders.every(({ method }) => method === '00');
}

/**
 * The total memory of a folder's coders, in bytes. Throws ArchiveFault if one of them decrypts, and
 * NeedsReview if one is not supported.
 */
export function memoryOf(coders: readonly Coder[]): number {
  if (coders.some(({ method }) => method === AES)) {
    refuse('archive_encrypted_entry', 'the archive is encrypted');
  }
  return coders.reduce((total, { method, properties }) => {
    const memory = MEMORY[method];
    if (!memory) throw new NeedsReview('method_not_supported');
    return total + memory(properties);
  }, 0);
}

function small(): number {
  return MIB;
}

/** Half steps of powers of two, up to 4 GiB minus one byte. */
function lzma2Dictionary(property: number): number {
  if (property > 40) return Number.POSITIVE_INFINITY;
  return property === 40 ? 2 ** 32 - 1 : (2 | (property & 1)) * 2 ** ((property >> 1) + 11);
}
