// npm run test:services [-- arguments of vitest]: the tests that need an external service, with the
// services that the environment names, with all their cases and rounds: `npm run test:long` has no
// services. It lists skipped parts. With CI=true, a skipped part is a failure unless it is `optional`.
import { Failed, ROOT, reportFailure } from './lib.mjs';

/**
 * One row for each part: the variables that must all be set, and the files or folders of its tests.
 * A build server may lack an `optional` service.
 */
const PARTS = [
  {
    part: 'rate limits in Redis',
    variables: ['REDIS_URL'],
    tests: ['test/platform/rate-limit/redis.test.ts', 'test/service/shared-limits.test.ts'],
  },
  {
    part: 'ClamAV',
    variables: ['CLAMD_PATH'],
    tests: ['test/platform/scanner/clamav.test.ts', 'test/service/antivirus.test.ts'],
  },
  {
    part: 'jobs carried by Bull on Redis',
    variables: ['REDIS_URL'],
    tests: [
      'test/platform/queue/bull.test.ts',
      'test/platform/queue/bull-outage.test.ts',
      'test/service/workers.test.ts',
    ],
  },
  {
    part: 'search in Meilisearch',
    optional: true,
    variables: ['MEILISEARCH_BIN'],
    tests: [
      'test/platform/search/meilisearch.test.ts',
      'test/platform/search/meilisearch-outage.test.ts',
      'test/platform/search/meilisearch-full-disk.test.ts',
      'test/search/relevance/meilisearch.test.ts',
      'test/search/attack/meilisearch.test.ts',
    ],
  },
  {
    part: 'alerts and dashboards in Prometheus',
    variables: ['PROMTOOL_PATH'],
    tests: ['test/deploy/promtool.test.ts'],
  },
  {
    part: 'the Helm chart',
    variables: ['HELM_PATH', 'KUBECTL_VALIDATE_PATH', 'OPERATOR_SCHEMAS'],
    tests: ['test/deploy/helm.test.ts', 'test/deploy/helm-scaling.test.ts'],
  },
  {
    part: 'objects in S3',
    variables: [
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ],
    tests: [
      'test/platform/storage/s3.test.ts',
      'test/platform/storage/s3-bucket.test.ts',
      'test/platform/storage/stores.test.ts',
      'test/service/s3.test.ts',
    ],
  },
  {
    part: 'the previous release on the same database',
    // A copy without the history cannot build it.
    optional: true,
    variables: ['PREVIOUS_RELEASE', 'S3_ENDPOINT'],
    tests: ['test/service/rolling.test.ts'],
  },
];

const missing = ({ variables }) => variables.filter((variable) => !process.env[variable]);
const isThere = (row) => missing(row).length === 0;
for (const row of PARTS) {
  console.log(
    isThere(row)
      ? `testing ${row.part}`
      : `left out: ${row.part}, without ${missing(row).join(' and ')}`,
  );
}
const tests = PARTS.filter(isThere).flatMap((row) => row.tests);
await reportFailure(() => {
  if (process.env.CI === 'true' && !PARTS.every((row) => row.optional || isThere(row))) {
    throw new Failed('with CI=true nothing is left out');
  }
});
if (tests.length > 0) {
  process.env.LONG_TESTS = '1';
  process.argv.splice(2, 0, 'run', ...new Set(tests));
  await import(`${ROOT}/node_modules/vitest/vitest.mjs`);
}
