import { compareContent, compareSchemasOf } from './compare-content.js';
import type { Pair } from './compare-schemas.js';
import { type JsonObject, objectIn } from './json.js';
import { followed, isError, type Operation } from './operations.js';
import type { Finding } from './rules.js';

/** Checks that clients still find the statuses, headers and bodies that they read. */
export function compareResponses(documents: Pair<JsonObject>, { before, after }: Pair<Operation>) {
  return [...before.responses].flatMap(([status, read]): Finding[] => {
    const sent = after.responses.get(status);
    const place = `response ${status}`;
    if (!sent) return [{ place, rule: 'status-removed' }];
    const found = [
      ...compareHeaders(documents, { before: read, after: sent }, place),
      ...compareContent(documents, { before: read, after: sent }, 'response', place),
    ];
    return isError(status) ? found.map(asErrorCode) : found;
  });
}

/** A removed value of `code` is a removed error code. */
function asErrorCode(found: Finding): Finding {
  const isLost = ['response-value-removed', 'response-type-changed'].includes(found.rule);
  return isLost && / code\b/.test(found.place) ? { ...found, rule: 'error-code-removed' } : found;
}

function compareHeaders(documents: Pair<JsonObject>, responses: Pair<JsonObject>, place: string) {
  const headersOf = (document: JsonObject, response: JsonObject) =>
    new Map(
      [...followed(document, objectIn(response, 'headers'))].map(([name, header]) => [
        name.toLowerCase(),
        header,
      ]),
    );
  const after = headersOf(documents.after, responses.after);
  return [...headersOf(documents.before, responses.before)].flatMap(([name, read]): Finding[] => {
    const sent = after.get(name);
    const at = `${place} header ${name}`;
    if (!sent) return [{ place: at, rule: 'header-removed' }];
    const isLess = read['required'] === true && sent['required'] !== true;
    return [
      ...(isLess ? [{ place: at, rule: 'header-optional' } as const] : []),
      ...compareSchemasOf(documents, { before: read, after: sent }, 'response', at),
    ];
  });
}
