import { LIMITS, RATE_CLASSES } from '../../src/registry/limits.js';

const HOUR_SECONDS = 60 * 60;
const reads = RATE_CLASSES['catalog-read'];

/** The introduction of the document, in Markdown. */
export const INTRODUCTION = `A registry for game mods: catalog, install plans, verified downloads,
uploads and publishing.

**Credentials.** Public mods need none. Otherwise send \`Authorization: Bearer <token>\`; the scopes that
an operation needs stand beside it. A token that does not hold is 401, also where none is needed. An
authenticated write names its program in \`User-Agent\`, and with a personal token also in
\`X-Service-Client\` and \`X-Service-Client-Version\`.

**Errors.** Every error is a problem document (RFC 9457). Branch on \`code\` and on nothing else, and
expect codes that you do not know; \`retryable\` says whether the same request may succeed later. What
you may not know of answers the same 404 as what does not exist; what was deleted answers 410.

**Repeats.** Send one \`Idempotency-Key\` for each logical write. For ${LIMITS.idempotencyLifetimeSeconds / HOUR_SECONDS} hours the same key with the
same request gets the first answer again, with fresh signed addresses where it had some; with another
request it is 409 \`idempotency_conflict\`.

**Preconditions.** A change of a mod or a version sends \`If-Match\` with the strong \`ETag\` that it read.
Without it the answer is 428; if somebody was faster it is 412, with the current \`ETag\`.

**Lists.** A page has up to \`limit\` items, ${LIMITS.pageSizeDefault} unless asked otherwise and at most ${LIMITS.pageSizeMax}. \`pagination.next_cursor\`
leads to the next one, with the same path, filters and order. A walk shows the catalog as of its first
page.

**Limits.** An operation belongs to a class with a number of requests per minute, such as ${reads.anonymousPerMinute} for
catalog reads without a credential and ${reads.credentialPerMinute} with one. A 429 names the class in \`quota_bucket\` and the
time to wait in \`Retry-After\`; wait that long, then retry with jitter.

**Values.** Ids are UUIDs and opaque. Times are UTC in RFC 3339. Texts in several languages are objects
from language code to text. Expect members and values of enums that you do not know.

**Former names.** \`/api/v1\` serves the same operations. There, a query parameter may also go by one of
its \`x-compatibility-aliases\`.
`;

/** The description of each tag. */
export const TAGS: Readonly<Record<string, string>> = {
  catalog: 'Games, categories, mods, versions and files, for everybody.',
  downloads: 'What to install, and signed addresses to fetch it from.',
  publishing: 'Drafts of mods and versions, their pictures and their publication.',
  uploads: 'Files, sent straight to the object store, then scanned.',
  credentials: 'Keys for programs, and who may work on a mod.',
  account: 'Whose credential it is, and what that account has.',
  agent: 'Narrow tools for agents; writes are tried out before they are confirmed.',
  webhooks: 'Signed notices of what happened, and their deliveries.',
  beta: 'Operations that may still change, or go.',
};
