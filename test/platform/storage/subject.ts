import { afterAll, beforeAll, expect } from 'vitest';
import type { SignedRequest } from '../../../src/platform/storage/storage.port.js';
import { eventually } from '../../eventually.js';
import { gather } from './http.js';
import type { Subject } from './store-under-test.js';

/** A subject opened for one suite, with short helpers. */
export interface Bench {
  readonly storage: Subject['storage'];
  aged: Subject['aged'];
  /** A key that no other test uses. */
  key(): string;
  /** A time some minutes ahead. */
  soon(): Date;
  /** Stores bytes without HTTP and returns their key. */
  stored(bytes: Uint8Array, contentType?: string): Promise<string>;
  /** The bytes of an object. */
  bytesAt(key: string): Promise<Buffer>;
  signPut(key: string, sizeBytes: number): Promise<SignedRequest>;
  signGet(key: string): Promise<SignedRequest>;
  signHead(key: string): Promise<SignedRequest>;
  /** The number of writers whose bytes the store receives; 0 if only the store knows. */
  writers(): Promise<number>;
  /** Waits until the store receives bytes of this many writers, if that is visible. */
  untilWriters(count: number): Promise<void>;
}

/** The default content type of tests. */
export const TYPE = 'application/zip';

/** Opens the subject before the tests of a suite and closes it afterwards. */
export function useBench(open: () => Promise<Subject>): Bench {
  let subject: Subject | undefined;
  let made = 0;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(() => subject?.close());
  const use = (): Subject => {
    if (subject === undefined) throw new Error('the subject is opened before the first test');
    return subject;
  };
  const soon = (): Date => new Date(use().now().getTime() + 600_000);
  const key = (): string => {
    made += 1;
    return `staging/${made}/${crypto.randomUUID()} ü+%2F/x`;
  };
  return {
    get storage() {
      return use().storage;
    },
    aged: (seconds, sign) => use().aged(seconds, sign),
    key,
    soon,
    async stored(bytes, contentType = TYPE) {
      const made = key();
      await use().storage.put(made, once(bytes), contentType);
      return made;
    },
    bytesAt: async (at) => gather(await use().storage.read(at)),
    signPut: (at, sizeBytes) => use().storage.signPut(at, { sizeBytes, contentType: TYPE }, soon()),
    signGet: (at) => use().storage.signGet(at, {}, soon()),
    signHead: (at) => use().storage.signHead(at, {}, soon()),
    writers: async () => use().writers?.() ?? 0,
    async untilWriters(count) {
      const { writers } = use();
      if (writers) await eventually(() => expect(writers()).toBe(count));
    },
  };
}

/** A body of one chunk. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
