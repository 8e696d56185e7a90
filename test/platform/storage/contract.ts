import { describe } from 'vitest';
import { conditionContract } from './contract-conditions.js';
import { lateWriterContract } from './contract-late-writers.js';
import { listContract } from './contract-list.js';
import { multipartContract } from './contract-multipart.js';
import { objectContract } from './contract-objects.js';
import { putContract } from './contract-put.js';
import { readContract } from './contract-read.js';
import type { Faults, Subject } from './store-under-test.js';

/** The minimum size of an S3 part that is not the last. */
const S3_PART_BYTES = 5 * 1024 * 1024;

/**
 * The promises of every object store, checked with real HTTP requests to signed URLs. The tests fix
 * a status only where the contract of modport does; other refusals only need to be refusals.
 */
export function storageContract(
  name: string,
  open: () => Promise<Subject>,
  faults: Faults = {},
  partBytes = S3_PART_BYTES,
): void {
  describe(`${name} as an object store`, () => {
    putContract(open, faults);
    objectContract(open);
    readContract(open, faults);
    conditionContract(open, faults);
    multipartContract(open, faults, partBytes);
    listContract(open);
    lateWriterContract(open, faults, partBytes);
  });
}
