import { expect } from 'vitest';
import type { Json } from '../../../actors.js';
import { always, type Cell } from '../cell.js';
import { bodySchemaOf, documented, type Operation, resolved } from '../operations.js';
import { faultsOf } from '../schemas.js';

/** The members that the service demands: the document requires each of them. */
export const demandCells: readonly Cell[] = [
  {
    name: 'demands only members that the document requires',
    isSampled: always,
    applies: (operation) => Object.keys(bodySchemaOf(operation)?.properties ?? {}).length > 0,
    async check({ operation, light, ask }) {
      const schema = sentSchemaOf(operation);
      const { body } = await light();
      for (const path of pathsIn(schema, body)) {
        if (faultsOf(schema, without(body, path)).length > 0) continue;
        // The request may succeed and use up its sample.
        const sample = await light();
        const bytes = Buffer.from(JSON.stringify(without(sample.body, path)));
        const headers = { 'Content-Type': 'application/json' };
        const answer = await ask(sample, { body: bytes, headers });
        const isDemanded = [400, 422].includes(answer.status) || answer.body?.data?.valid === false;
        expect(isDemanded, `without ${path.join('.')}: ${answer.text}`).toBe(false);
      }
    },
  },
];

/** The schema of the JSON that a client sends, also as a part of a form. */
function sentSchemaOf(operation: Operation): Json {
  const { form } = operation.route.body ?? {};
  const { content } = documented(operation).requestBody;
  return form
    ? resolved(content['multipart/form-data'].schema).properties[form.metadata]
    : content['application/json'].schema;
}

type Path = readonly (string | number)[];

/**
 * The paths of the documented members of a body, and of the first item of each list. The input of
 * an agent tool has none: the tool has a schema of its own.
 */
function pathsIn(schema: Json, value: Json, at: Path = []): Path[] {
  const { properties = {}, items = {}, anyOf = [] } = resolved(schema);
  const here = Array.isArray(value)
    ? value.slice(0, 1).flatMap((item) => pathsIn(items, item, [...at, 0]))
    : Object.entries(properties).flatMap(([name, member]) =>
        value?.[name] === undefined
          ? []
          : [[...at, name], ...pathsIn(member, value[name], [...at, name])],
      );
  return [...here, ...anyOf.flatMap((way: Json) => pathsIn(way, value, at))];
}

function without(value: Json, [key = '', ...rest]: Path): Json {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length > 0) copy[key] = without(copy[key], rest);
  else delete copy[key];
  return copy;
}
