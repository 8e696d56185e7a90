import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectRoot } from '../src/platform/release.js';

/** The slowest test files, the slowest first. */
const LONG = [
  'test/browser/reference.browser.ts',
  'test/browser/dashboard-versions.browser.ts',
  'test/workers/storage/two-years.long.test.ts',
  'test/backup/restore.test.ts',
  'test/contract/matrix/matrix.test.ts',
  'test/service/start.test.ts',
  'test/service/several-processes.test.ts',
  'test/backup/killed.long.test.ts',
  'test/backup/uploads.long.test.ts',
  'test/backup/point-in-time.long.test.ts',
  'test/service/killed-worker.long.test.ts',
  'test/service/frozen-database.long.test.ts',
  'test/pages/crawl.test.ts',
  'test/archives/created-names.test.ts',
  'test/service/crash.long.test.ts',
  'test/service/races/races.test.ts',
  'test/routes/catalog/long-pages.test.ts',
  'test/routes/facade/refusals-named.test.ts',
  'test/search/attack/postgres.test.ts',
  'test/contract/refusals/archives.test.ts',
  'test/contract/examples/examples.test.ts',
  'test/contract/permissions/permissions.test.ts',
  'test/archives/hostile-listings.test.ts',
  'test/routes/catalog/catalog-validity.test.ts',
  'test/workers/publishing/scan-upload.test.ts',
  'test/workers/catalog/slow-search.test.ts',
  'test/routes/publishing/uploads-replaced.test.ts',
  'test/service/stop.test.ts',
  'test/platform/embedded/postgres.test.ts',
  'test/backup/damage.test.ts',
  'test/search/relevance/postgres.test.ts',
  'test/service/killed-api.long.test.ts',
  'test/admin/demo-load.long.test.ts',
  'test/platform/queue/queue-without-redis.test.ts',
  'test/service/outage.long.test.ts',
  'test/server/canary-secrets.test.ts',
  'test/platform/search/postgres-contract.test.ts',
  'test/admin/keys-forget.test.ts',
  'test/server/read-only.test.ts',
  'test/archives/corpus.test.ts',
  'test/platform/replica/read-replica.test.ts',
  'test/archives/other-formats.test.ts',
  'test/workers/storage/mirror-blob.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/pages/account/reset-password.test.ts',
  'test/graphql/collaboration/audit-entries.test.ts',
  'test/routes/publishing/uploads-replaced-races.test.ts',
  'test/admin/keys-rotate.test.ts',
  'test/workers/storage/collect-blobs.test.ts',
  'test/dashboard/upload-connection.test.ts',
  'test/seed/seed.test.ts',
  'test/server/proxy-watch.test.ts',
  'test/launch/programs.test.ts',
  'test/platform/search/refused-entries.test.ts',
  'test/server/proxy-probe.test.ts',
  'test/oauth/ci-ended-access.test.ts',
  'test/routes/delivery/downloads-fallback.test.ts',
  'test/routes/catalog/known-reads.test.ts',
  'test/contract/rules/rules.test.ts',
];

/** A seed orders the files by a hash, because no file may depend on an earlier one. */
const SEED = process.env['ORDER_SEED'];

/** Starts with the slow files. A slow file at the end would leave processors idle. */
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
