import { afterEach, expect, it, vi } from 'vitest';
import { verifyReference } from '../../../src/modules/publishing/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import { writeZip } from '../../archives/zip-writer.js';
import { keep, openProviderServer } from '../../provider-server.js';
import { useExaminations } from './examinations.js';
import { declared, type Referred } from './references.js';

const server = await openProviderServer();
const scene = useExaminations(server, 'stopped');
const { world } = scene;

afterEach(() => void vi.restoreAllMocks());

/** The bytes of an archive that the disk store reads in many chunks. */
const manyChunks = () =>
  new Uint8Array(writeZip([{ name: 'large.bin', content: Buffer.alloc(4 * 1024 * 1024, 7) }]));

/** Registers a file at a provider. Its examination has not begun. */
const registered = (bytes: Uint8Array<ArrayBuffer>) =>
  scene.register(declared(keep(server, 'github', bytes), bytes));

/** Runs an examination until its end, or until the signal aborts. */
const examine = ({ jobId }: Referred, { signal }: AbortController) =>
  verifyReference(createSystemContext(world.platform, 'test'), jobId, signal);

/** Calls `onChunk` with the number of each chunk that the store gives, before it gives the chunk. */
function watchChunks(onChunk: (number: number) => Promise<void> | void): void {
  const { storage } = world.platform;
  const original = storage.readTransient;
  let given = 0;
  async function* watched(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      given += 1;
      await onChunk(given);
      yield chunk;
    }
  }
  vi.spyOn(storage, 'readTransient').mockImplementation(async (...args) =>
    watched(await original(...args)),
  );
}

it('an examination that is stopped reads no further bytes, and the next run completes it', async () => {
  const made = await registered(manyChunks());
  const stop = new AbortController();
  let given = 0;
  watchChunks((number) => {
    given = number;
    stop.abort(new Error('the process stops'));
  });
  await expect(examine(made, stop)).rejects.toThrow('the process stops');
  expect(given).toBe(1);
  vi.restoreAllMocks();
  await world.settled();
  expect(await scene.examined(made)).toMatchObject({ state: 'verified' });
  expect(await scene.stagedKeys()).toEqual([]);
});

it('an examination that lost its lease leaves the bytes of the next run in the store', async () => {
  const { scanner } = world.platform;
  const made = await registered(manyChunks());
  const lost = new AbortController();
  let end = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    end = resolve;
  });
  let second: Promise<unknown> | undefined;
  watchChunks(async () => {
    if (second) return;
    const original = scanner.engine;
    const fetched = new Promise<void>((resolve) => {
      const engine = vi.spyOn(scanner, 'engine').mockImplementation(async () => {
        // A run asks before it fetches the file, and once more before it inspects the bytes.
        if (engine.mock.calls.length < 2) return original();
        resolve();
        await hasEnded;
        return original();
      });
    });
    second = examine(made, new AbortController());
    await fetched;
    lost.abort(new Error('the lease was lost'));
  });
  await expect(examine(made, lost)).rejects.toThrow('the lease was lost');
  end();
  expect(await second).toBe('settled');
  expect(await scene.examined(made)).toMatchObject({ state: 'verified' });
});
