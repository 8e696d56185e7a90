import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunnerTask, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { projectRoot } from '../src/platform/release.js';
import type { RestResponse } from './rest-responses.js';

/** For each test file, the documented responses that it proves. */
export type Proofs = Readonly<Record<string, readonly RestResponse[]>>;

/** The file of the proofs; `npm run proofs` writes it. */
export const PROOFS = 'test/contract/generated/proofs.json';

export function readProofs(): Proofs {
  return JSON.parse(readFileSync(join(projectRoot(), PROOFS), 'utf8'));
}

/**
 * The responses that a test file must prove but did not see. Empty unless all its tests ran and
 * passed.
 */
export function missingProofs(
  suite: Readonly<RunnerTestSuite | RunnerTestFile>,
  seen: readonly RestResponse[],
  proofs = readProofs(),
): RestResponse[] {
  // A filter skips tests, and a failed test says more than a missing response.
  if (!isWhole(suite)) return [];
  const own = proofs[pathOf(suite.file.filepath)] ?? [];
  return own.filter((response) => !seen.includes(response));
}

function isWhole(task: Readonly<RunnerTask>): boolean {
  if (task.type === 'suite') return task.mode === 'run' && task.tasks.every(isWhole);
  return task.result?.state === 'pass';
}

const pathOf = (file: string) => relative(projectRoot(), file).replaceAll('\\', '/');

/** Appends the responses that a test file saw, for `npm run proofs`, which sets the folder. */
export function noteResponses(file: string, seen: readonly RestResponse[]): void {
  const folder = process.env['PROOFS_FOLDER'];
  if (folder === undefined) return;
  const line = JSON.stringify({ file: pathOf(file), seen });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}
