import type { Pair } from './compare-schemas.js';
import { type JsonObject, listIn, objectIn, sameJson } from './json.js';
import type { Operation } from './operations.js';
import type { Finding } from './rules.js';

/**
 * Checks that every sufficient credential, including none, is still sufficient without a further
 * scope.
 */
export function compareSecurity(documents: Pair<JsonObject>, { before, after }: Pair<Operation>) {
  return waysIn(before).flatMap((former): Finding[] => {
    const requested = waysIn(after).filter((way) =>
      Object.keys(way).every((name) => name in former && isSameScheme(documents, name)),
    );
    const names = Object.keys(former).join(' + ') || 'none';
    if (requested.length === 0)
      return [{ place: `credential ${names}`, rule: 'credential-demanded' }];
    const further = requested.map((way) =>
      Object.keys(way).flatMap((name) =>
        scopesIn(way, name).filter((scope) => !scopesIn(former, name).includes(scope)),
      ),
    );
    const [least = []] = further.sort((a, b) => a.length - b.length);
    return least.map((scope) => ({ place: `scope ${scope}`, rule: 'scope-demanded' }));
  });
}

/** Without a security requirement, no credential is needed. */
const waysIn = ({ security }: Operation): readonly JsonObject[] =>
  security.length > 0 ? security : [{}];

const scopesIn = (way: JsonObject, name: string) => listIn(way, name).map(String);

function isSameScheme(documents: Pair<JsonObject>, name: string): boolean {
  const schemeIn = (document: JsonObject) => {
    const all = objectIn(objectIn(document, 'components'), 'securitySchemes');
    const { description: _note, flows: _flows, ...meaning } = objectIn(all, name);
    return meaning;
  };
  return sameJson(schemeIn(documents.before), schemeIn(documents.after));
}
