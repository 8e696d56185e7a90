import { account } from './account.js';
import { agent } from './agent.js';
import { apps } from './apps.js';
import { beta } from './beta.js';
import { catalog } from './catalog.js';
import { credentials } from './credentials.js';
import { downloads } from './downloads.js';
import { externalArtifacts } from './external-artifacts.js';
import { media } from './media.js';
import type { Operations, OperationTests } from './operation.js';
import { publishing } from './publishing.js';
import { reviews } from './reviews.js';
import { staff } from './staff.js';
import { teams } from './teams.js';
import { uploads } from './uploads.js';
import { versionLifecycle } from './version-lifecycle.js';
import { webhooks } from './webhooks.js';

/** The operations of the service, in the order in which the story of the examples tells them. */
export const OPERATION_TESTS: Operations = {
  ...publishing,
  ...media,
  ...externalArtifacts,
  ...uploads,
  ...catalog,
  ...beta,
  ...downloads,
  ...account,
  ...credentials,
  ...webhooks,
  ...teams,
  ...agent,
  ...versionLifecycle,
  ...reviews,
  ...apps,
  ...staff,
};

/** The examples, fixtures and probes by operation. */
export const EXAMPLES = picked(({ examples }) => examples);
export const FIXTURES = picked(({ fixture }) => fixture);
export const PROBES = picked(({ probe }) => probe);

function picked<T>(pick: (tests: OperationTests) => T | undefined): Readonly<Record<string, T>> {
  const entries = Object.entries(OPERATION_TESTS).flatMap(([name, tests]): [string, T][] => {
    const value = pick(tests);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
