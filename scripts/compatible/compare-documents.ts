import type { Pair } from './compare-schemas.js';
import { announcementFindings, hasEnded, sunsetFindings } from './deprecation.js';
import { type JsonObject, listIn, textIn } from './json.js';
import { OPERATION_RULES } from './operation-rules.js';
import { errorCodesOf, type Operation, operationsOf } from './operations.js';
import { type Break, type Finding, lineOf } from './rules.js';

/**
 * The changes that clients of the released document would notice, each once (Spec 9). Also returns
 * incomplete or too short announcements of deprecations in the new document. Operations that were
 * beta or experimental promised nothing, and one whose announced end is before `now` may be
 * missing. Throws for an invalid reference.
 *
 * If corrections were applied to `before`, `published` is the released document as clients read it.
 * A new status of an error code that `published` lists counts as a change that clients notice.
 */
export function compareDocuments(
  documents: Pair<JsonObject>,
  now: Date,
  published: JsonObject = documents.before,
): Break[] {
  const operations = {
    before: operationsOf(documents.before),
    after: operationsOf(documents.after),
  };
  const stable = [...operations.before.values()].filter(({ stage }) => stage === 'stable');
  const breaks = [
    ...serverBreaks(documents),
    ...scopeBreaks(stable, operations.after, now),
    ...stable.flatMap((before) => operationBreaks(documents, before, operations.after, now)),
    ...[...operations.after.values()].flatMap((after) => of(after.id, announcementFindings(after))),
    ...statusBreaks({ before: published, after: documents.after }, operations.after),
  ];
  return [...new Map(breaks.map((found) => [lineOf(found), found])).values()];
}

const of = (operation: string | null, found: readonly Finding[]): Break[] =>
  found.map((finding) => ({ operation, ...finding }));

function serverBreaks({ before, after }: Pair<JsonObject>): Break[] {
  const urlsIn = (document: JsonObject) =>
    listIn(document, 'servers').map((server) => textIn(server, 'url') ?? '');
  const gone = urlsIn(before).filter((url) => !urlsIn(after).includes(url));
  return of(
    null,
    gone.map((url) => ({ place: `server ${url}`, rule: 'server-removed' })),
  );
}

function scopeBreaks(
  before: readonly Operation[],
  after: ReadonlyMap<string, Operation>,
  now: Date,
): Break[] {
  const known = scopesOf([...after.values()]);
  const gone = [...scopesOf(before.filter((operation) => !hasEnded(operation, now)))].filter(
    (scope) => !known.has(scope),
  );
  return of(
    null,
    gone.map((scope) => ({ place: `scope ${scope}`, rule: 'scope-removed' })),
  );
}

function scopesOf(operations: readonly Operation[]): Set<string> {
  const ways = operations.flatMap(({ security }) => security);
  return new Set(
    ways.flatMap((way) => Object.keys(way).flatMap((name) => listIn(way, name).map(String))),
  );
}

function operationBreaks(
  documents: Pair<JsonObject>,
  before: Operation,
  all: ReadonlyMap<string, Operation>,
  now: Date,
): Break[] {
  const after = all.get(before.id);
  if (after) {
    const found = OPERATION_RULES.flatMap((rule) => rule(documents, { before, after }));
    return of(before.id, [...found, ...sunsetFindings(before, after)]);
  }
  if (hasEnded(before, now)) return [];
  const successor = [...all.values()].find(({ address }) => address === before.address);
  if (successor) {
    return of(before.id, [{ place: `now ${successor.id}`, rule: 'operation-renamed' }]);
  }
  return of(before.id, [{ place: before.address, rule: 'operation-removed' }]);
}

/** A known code must not get a status that it never had. */
function statusBreaks(documents: Pair<JsonObject>, after: ReadonlyMap<string, Operation>): Break[] {
  const known = new Map<string, Set<string>>();
  const before = [...operationsOf(documents.before).values()];
  for (const operation of before.filter(({ stage }) => stage === 'stable')) {
    for (const [code, statuses] of errorCodesOf(documents.before, operation)) {
      known.set(code, new Set([...(known.get(code) ?? []), ...statuses]));
    }
  }
  return [...after.values()].flatMap((operation) =>
    [...errorCodesOf(documents.after, operation)].flatMap(([code, statuses]) =>
      of(
        operation.id,
        [...statuses]
          .filter((status) => known.has(code) && !known.get(code)?.has(status))
          .map((status) => ({
            place: `response ${status} code ${code}`,
            rule: 'error-code-status',
          })),
      ),
    ),
  );
}
