import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunnerTask, RunnerTestFile, RunnerTestSuite } from 'vitest';
// @ts-expect-error A script of the build, in plain JavaScript.
import { longTestFiles } from '../scripts/long-tests.mjs';
import { projectRoot } from '../src/platform/release.js';
import type { Occurrence } from './occurrences.js';
import { LISTED, type RestResponse, UNLISTED } from './rest-responses.js';
import { isLong } from './rounds.js';

/** A response, or a code at some place, that a client saw in a test. */
export type Proof = RestResponse | Occurrence;

/** For each test file, what it proves: listed responses, and occurrences of unlisted codes. */
export type Proofs = Readonly<Record<string, readonly Proof[]>>;

/** Everything that needs a proof: the listed responses, and the codes that none of them has. */
export const WANTED: ReadonlySet<string> = new Set<string>([...LISTED, ...UNLISTED]);

const listed: ReadonlySet<string> = LISTED;

/** The file of the proofs; `npm run proofs` writes it. */
export const PROOFS = 'test/contract/generated/proofs.json';

export function readProofs(): Proofs {
  return JSON.parse(readFileSync(join(projectRoot(), PROOFS), 'utf8'));
}

/** Returns what a proof proves: a listed response itself, or the unlisted status and code. */
export function provenBy(proof: Proof): string {
  return listed.has(proof) ? proof : proof.slice(proof.indexOf(' ') + 1);
}

/**
 * The responses that a test file must prove but did not see. Empty unless all its tests ran and
 * passed, with all their cases.
 */
export function missingProofs(
  suite: Readonly<RunnerTestSuite | RunnerTestFile>,
  seen: readonly Proof[],
  proofs = readProofs(),
): Proof[] {
  // A filter skips tests, and a failed test says more than a missing response.
  const path = pathOf(suite.file.filepath);
  if (!isWhole(suite) || SAMPLED.has(path)) return [];
  const own = proofs[path] ?? [];
  return own.filter((response) => !seen.includes(response));
}

function isWhole(task: Readonly<RunnerTask>): boolean {
  if (task.type === 'suite') return task.mode === 'run' && task.tasks.every(isWhole);
  return task.result?.state === 'pass';
}

const pathOf = (file: string) => relative(projectRoot(), file).replaceAll('\\', '/');

/** The files of which this run leaves cases out. */
const SAMPLED: ReadonlySet<string> = new Set(isLong ? [] : longTestFiles());

/** Appends the responses that a test file saw, for `npm run proofs`, which sets the folder. */
export function noteResponses(file: string, seen: readonly Proof[]): void {
  const folder = process.env['PROOFS_FOLDER'];
  if (folder === undefined) return;
  const line = JSON.stringify({ file: pathOf(file), seen });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
  writeFileSync(join(folder, 'wanted.json'), JSON.stringify([...WANTED]));
}
