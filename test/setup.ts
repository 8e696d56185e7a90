import 'reflect-metadata';
import { afterAll, beforeAll, expect, vi } from 'vitest';

const SIGNALS = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'];

/** What belongs to the process, which the files of tests share: none may leave it otherwise. */
function ofTheProcess() {
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    fakeTimers: vi.isFakeTimers(),
    fetch: globalThis.fetch,
    listeners: SIGNALS.map((name) => process.listenerCount(name)),
  };
}

let before: ReturnType<typeof ofTheProcess>;
beforeAll(() => {
  before = ofTheProcess();
});
afterAll(() => expect(ofTheProcess()).toEqual(before));
