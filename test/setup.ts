import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, expect, inject, vi } from 'vitest';
import { JOBS, LANES } from '../src/registry/jobs.js';
import { ARCHIVE_LIMITS, GUESS_LIMITS, LIMITS, RATE_CLASSES } from '../src/registry/limits.js';
import { takeLines } from './kept-log.js';
import { missingProofs, noteResponses } from './proofs.js';
import { shareQueryPlans } from './query-plans.js';
import { forgetResponses, LISTED, seenOccurrences, seenResponses } from './rest-responses.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'];

/** Process-wide state that test files share. Every file must restore it. */
function ofTheProcess() {
  // libvips sets VIPSHOME when a test first encodes a picture, for good.
  const { VIPSHOME: _, ...environment } = process.env;
  return {
    environment,
    folder: process.cwd(),
    fakeTimers: vi.isFakeTimers(),
    fetch: globalThis.fetch,
    listeners: SIGNALS.map((name) => process.listenerCount(name)),
  };
}

// Files share the registries. A test that needs another limit starts its service with it.
for (const registry of [LIMITS, ARCHIVE_LIMITS, GUESS_LIMITS, RATE_CLASSES, JOBS, LANES]) {
  freeze(registry);
}

// Tests with a process of their own have no database and no folder of the run.
const runFolder: string | undefined = inject('runFolder');
if (runFolder !== undefined) shareQueryPlans(runFolder);

function freeze(value: object): void {
  Object.freeze(value);
  for (const part of Object.values(value)) if (part instanceof Object) freeze(part);
}

let before: ReturnType<typeof ofTheProcess>;
beforeAll(() => {
  before = ofTheProcess();
});
afterAll(() => expect(ofTheProcess()).toEqual(before));

// A response 500 says nothing about its cause; the log does.
beforeEach(({ onTestFailed }) => {
  takeLines();
  onTestFailed(() => {
    for (const line of takeLines()) console.error(line);
  });
});

beforeAll(() => forgetResponses());
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures off this pattern.
afterAll(({}, suite) => {
  const responses = seenResponses();
  const seen = [...responses, ...seenOccurrences()];
  noteResponses(suite.file.filepath, seen);
  const unlisted = responses.filter((response) => !LISTED.has(response));
  expect(unlisted, 'responses that the OpenAPI document does not list').toEqual([]);
  const missing = missingProofs(suite, seen);
  expect(missing, 'responses of which this file is the proof, and that it did not see').toEqual([]);
});
