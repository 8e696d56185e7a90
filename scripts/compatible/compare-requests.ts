import { compareContent, compareSchemasOf } from './compare-content.js';
import type { Pair } from './compare-schemas.js';
import { type JsonObject, sameJson } from './json.js';
import type { Operation } from './operations.js';
import type { Finding } from './rules.js';

/** Checks that every parameter of clients is still accepted, and no further one is required. */
export function compareParameters(documents: Pair<JsonObject>, { before, after }: Pair<Operation>) {
  const kept = [...before.parameters].flatMap(([name, sent]): Finding[] => {
    const taken = after.parameters.get(name);
    const place = `parameter ${name}`;
    if (!taken) return [{ place, rule: 'parameter-removed' }];
    return [
      ...(sameJson(formOf(sent), formOf(taken))
        ? []
        : [{ place, rule: 'parameter-form' } as const]),
      ...(taken['required'] === true && sent['required'] !== true
        ? [{ place, rule: 'parameter-required' } as const]
        : []),
      ...compareSchemasOf(documents, { before: sent, after: taken }, 'request', place),
    ];
  });
  const added = [...after.parameters].filter(
    ([name, { required }]) => required === true && !before.parameters.has(name),
  );
  return [
    ...kept,
    ...added.map(([name]): Finding => ({ place: `parameter ${name}`, rule: 'parameter-required' })),
  ];
}

/** The serialization of a parameter, apart from its values. */
const formOf = ({ style, explode, allowReserved, allowEmptyValue, content }: JsonObject) => ({
  style,
  explode,
  allowReserved,
  allowEmptyValue,
  content,
});

/** Checks that every body of clients, including none, is still accepted. */
export function compareBody(
  documents: Pair<JsonObject>,
  { before, after }: Pair<Operation>,
): Finding[] {
  const place = 'body';
  if (!after.body) return before.body ? [{ place, rule: 'body-removed' }] : [];
  const isNew = after.body['required'] === true && before.body?.['required'] !== true;
  return [
    ...(isNew ? [{ place, rule: 'body-required' } as const] : []),
    ...compareContent(documents, { before: before.body, after: after.body }, 'request', place),
  ];
}
