import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunnerTask, RunnerTestFile, RunnerTestSuite } from 'vitest';
import { projectRoot } from '../src/platform/project-root.js';
import type { RestResponse } from './rest-responses.js';

/** For each test file, the listed responses of which it is the proof that they occur. */
export type Proofs = Readonly<Record<string, readonly RestResponse[]>>;

/** Where the proofs are kept; `npm run proofs` writes the file. */
export const PROOFS = 'test/contract/proofs.json';

/** Reads the proofs. */
export function readProofs(): Proofs {
  return JSON.parse(readFileSync(join(projectRoot(), PROOFS), 'utf8'));
}

/** The responses that a test file stands for, and that a run of all its tests did not see. */
export function missingProofs(
  suite: Readonly<RunnerTestSuite | RunnerTestFile>,
  seen: readonly RestResponse[],
  proofs = readProofs(),
): RestResponse[] {
  // A filter leaves tests out, and a test that fails says more than what it did not see.
  if (!isWhole(suite)) return [];
  const own = proofs[pathOf(suite.file.filepath)] ?? [];
  return own.filter((response) => !seen.includes(response));
}

function isWhole(task: Readonly<RunnerTask>): boolean {
  if (task.type === 'suite') return task.mode === 'run' && task.tasks.every(isWhole);
  return task.result?.state === 'pass';
}

const pathOf = (file: string) => relative(projectRoot(), file).replaceAll('\\', '/');

/** Notes what a test file saw, for `npm run proofs`, which names the folder. */
export function noteResponses(file: string, seen: readonly RestResponse[]): void {
  const folder = process.env['PROOFS_FOLDER'];
  if (folder === undefined) return;
  const line = JSON.stringify({ file: pathOf(file), seen });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
}
