import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectRoot } from '../src/platform/project-root.js';

/** The slowest test files, the slowest first. */
const LONG = [
  'test/service/races/races.test.ts',
  'test/service/killed-api.test.ts',
  'test/service/killed-worker.test.ts',
  'test/contract/matrix/matrix.test.ts',
  'test/service/crash.test.ts',
  'test/workers/unsafe-bytes.test.ts',
  'test/admin/demo-load.test.ts',
  'test/routes/agent-drafts.test.ts',
  'test/routes/agent.test.ts',
  'test/routes/plan-attack.test.ts',
  'test/workers/collect-blobs.test.ts',
  'test/routes/uploads-in-flight.test.ts',
  'test/pages/password-change.test.ts',
  'test/routes/catalog-validators.test.ts',
];

/** A seed orders the files by a hash, because no file may depend on an earlier one. */
const SEED = process.env['ORDER_SEED'];

/** Starts with the slow files. A slow file at the end would leave one of two processors idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (SEED !== undefined) return shuffled(sorted, SEED);
    const long = LONG.flatMap((path) => sorted.filter((file) => pathOf(file) === path));
    // Files of other projects stay first: each process serves one project.
    const { project } = long[0] ?? {};
    const isBefore = (file: TestSpecification) => file.project !== project;
    const rest = sorted.filter((file) => !isBefore(file) && !long.includes(file));
    return [...sorted.filter(isBefore), ...long, ...rest];
  }
}

function shuffled(files: readonly TestSpecification[], seed: string): TestSpecification[] {
  const place = (file: TestSpecification) =>
    file.project.name +
    createHash('sha256')
      .update(`${seed} ${pathOf(file)}`)
      .digest('hex');
  return files.toSorted((a, b) => place(a).localeCompare(place(b)));
}

function pathOf({ moduleId }: TestSpecification): string {
  return relative(projectRoot(), moduleId).replaceAll('\\', '/');
}
