import { refuse } from '../fault.js';
import type { FieldReader } from '../field-reader.js';
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

/** A chain of coders in the header. */
export interface CoderChain {
  readonly coders: readonly Coder[];
  readonly packedStreams: number;
  /** The number of outputs with a size in the header, and the index of the final one. */
  readonly outputs: number;
  readonly mainOutput: number;
}

/** Reads one chain of coders, whose inputs and outputs must match. Throws ArchiveFault. */
export function readFolder(fields: FieldReader): CoderChain {
  const count = readNumber(fields);
  if (count < 1 || count > CODERS) odd();
  let inputs = 0;
  let outputs = 0;
  const coders: Coder[] = [];
  for (let i = 0; i < count; i++) {
    const flags = fields.byte();
    // The upper two bits are reserved.
    if ((flags & 0xc0) !== 0 || (flags & 0x0f) === 0) odd();
    const method = fields.bytes(flags & 0x0f).toString('hex');
    const isComplex = (flags & 0x10) !== 0;
    const ins = isComplex ? readNumber(fields) : 1;
    // No unpacking coder has several outputs, and 7-Zip rejects such a coder.
    if (ins < 1 || ins > INPUTS_PER_CODER || (isComplex && readNumber(fields) !== 1)) odd();
    inputs += ins;
    outputs += 1;
    const properties = (flags & 0x20) !== 0 ? fields.bytes(readNumber(fields)) : Buffer.alloc(0);
    coders.push({ method, properties });
  }
  const bonds = readBonds(fields, outputs - 1, inputs, outputs);
  const packedStreams = inputs - bonds.inputs.size;
  if (packedStreams < 1) odd();
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
    if (input >= inputs || output >= outputs) odd();
    bonds.inputs.add(input);
    bonds.outputs.add(output);
  }
  if (bonds.inputs.size !== count || bonds.outputs.size !== count) odd();
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
  if (seen.size !== inputs || [...seen].some((input) => input >= inputs)) odd();
}

function odd(): never {
  refuse('archive_validation_failed', 'the way to unpack a folder makes no sense');
}
