import { LIMITS, RATE_CLASSES } from '../../src/registry/limits.js';

const HOUR_SECONDS = 60 * 60;
const reads = RATE_CLASSES['catalog-read'];

/** The introduction of the document, in Markdown. */
export const INTRODUCTION = `A registry for game mods: catalog, install plans, verified downloads,
uploads and publishing.

**Credentials.** You can read public mods without a credential. Otherwise send
\`Authorization: Bearer <token>\`; each operation lists its scopes. An invalid token returns 401, even if
the operation needs none. An authenticated write names its program in \`User-Agent\`, and with a personal
token also in \`X-Service-Client\` and \`X-Service-Client-Version\`.

**Errors.** Every error is a problem document (RFC 9457). Branch only on \`code\`, and expect unknown
codes. \`retryable\` says whether the same request may succeed later. A resource that you cannot access
returns the same 404 as one that does not exist. A deleted resource returns 410.

**Retries.** Send one \`Idempotency-Key\` for each logical write. For ${LIMITS.idempotencyLifetimeSeconds / HOUR_SECONDS} hours the same key with the
same request returns the first response again, with new signed addresses if it had some. A different
request with that key returns 409 \`idempotency_conflict\`.

**Preconditions.** A change of a mod or a version sends \`If-Match\` with the strong \`ETag\` that it read.
Without it, the response is 428. If the resource has changed in the meantime, the response is 412 with
the current \`ETag\`.

**Lists.** A page has up to \`limit\` items: ${LIMITS.pageSizeDefault} by default, ${LIMITS.pageSizeMax} at most. To get the next page, send
\`pagination.next_cursor\` with the same path, filters and order. All pages show the catalog at the time of
the first page.

**Limits.** Each operation belongs to a class with a limit of requests per minute, such as ${reads.anonymousPerMinute} for
catalog reads without a credential and ${reads.credentialPerMinute} with one. A 429 names the class in \`quota_bucket\` and the
time to wait in \`Retry-After\`; wait that long, then retry with jitter.

**Values.** Ids are UUIDs and opaque. Times are UTC in RFC 3339. Texts in several languages are objects
from language code to text. Expect unknown members and enum values.

**Former names.** \`/api/v1\` serves the same operations. There, a query parameter may also go by one of
its \`x-compatibility-aliases\`.
`;

/** A group of operations, with the guide to them at its address on the site. */
interface Tag {
  readonly description: string;
  readonly guide: string;
}

/** The groups of operations by name. */
export const TAGS: Readonly<Record<string, Tag>> = {
  catalog: {
    description: 'Public games, categories, mods, versions and files.',
    guide: '/guides/search',
  },
  downloads: {
    description: 'Install plans, and signed download addresses.',
    guide: '/guides/downloads',
  },
  publishing: {
    description: 'Drafts of mods and versions, pictures and publication.',
    guide: '/guides/api-design',
  },
  uploads: {
    description: 'Uploads of files directly to the object store, and their scans.',
    guide: '/guides/uploads',
  },
  credentials: {
    description: 'Keys for programs, and the teams of mods.',
    guide: '/guides/security',
  },
  account: {
    description: 'The account of the credential, and its mods.',
    guide: '/guides/api-design',
  },
  agent: {
    description: 'Tools for agents. Writes need a dry run and a confirmation.',
    guide: '/guides/agent-gateway',
  },
  webhooks: {
    description: 'Signed notifications of events, and their deliveries.',
    guide: '/guides/webhooks',
  },
  beta: {
    description: 'Operations that may still change or disappear.',
    guide: '/guides/contract/9-versioning',
  },
};
