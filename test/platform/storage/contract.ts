import { describe } from 'vitest';
import type { Storage } from '../../../src/platform/storage/storage.port.js';
import { conditionContract } from './contract-conditions.js';
import { multipartContract } from './contract-multipart.js';
import { objectContract } from './contract-objects.js';
import { putContract } from './contract-put.js';
import { readContract } from './contract-read.js';

/** A store under test, with the time that its signed URLs are judged by. */
export interface Subject {
  readonly storage: Storage;
  now(): Date;
  /** Lets the store's time go on, so that what it signed expires. */
  pass(seconds: number): void;
  close(): Promise<void>;
}

/**
 * What every object store has to keep, spoken over real HTTP to signed URLs. Statuses are fixed
 * where modport's contract fixes them; other refusals only have to be refusals.
 */
export function storageContract(name: string, open: () => Promise<Subject>): void {
  describe(`${name} as an object store`, () => {
    putContract(open);
    objectContract(open);
    readContract(open);
    conditionContract(open);
    multipartContract(open);
  });
}
