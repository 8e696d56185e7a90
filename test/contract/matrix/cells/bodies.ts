import { expect } from 'vitest';
import type { Json } from '../../../actors.js';
import { someOf } from '../../../rounds.js';
import { always, type Cell, isForm, isWrite, refusing } from '../cell.js';
import { bodySchemaOf, type Operation, resolved } from '../operations.js';
import { bodyOf, type How } from '../subject.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Writes with a JSON body; forms.ts covers forms. */
const isJsonWrite = (operation: Operation) => isWrite(operation) && !isForm(operation);

/** Bytes in place of a sample's body. */
const as = (text: string | Buffer): How => ({ body: Buffer.from(text), headers: JSON_TYPE });

/** The bodies of requests. */
export const bodyCells: readonly Cell[] = [
  {
    name: 'accepts a body of its maximum size',
    isSampled: always,
    applies: isJsonWrite,
    async check({ operation, light, done }) {
      const sample = await light();
      const body = Buffer.alloc(operation.bodyLimitBytes, ' ');
      (bodyOf(sample) ?? Buffer.from('{}')).copy(body);
      await done(sample, { body, headers: JSON_TYPE });
    },
  },
  {
    name: 'rejects a larger body, with and without Content-Length',
    isSampled: always,
    applies: isJsonWrite,
    check: refusing(async ({ operation, spare, refused }) => {
      const sample = await spare();
      const body = Buffer.alloc(operation.bodyLimitBytes + 1, ' ');
      (bodyOf(sample) ?? Buffer.from('{}')).copy(body);
      const expected = '413 request_body_too_large';
      await refused(sample, { body, headers: JSON_TYPE }, expected);
      const chunks = [body.subarray(0, 1000), body.subarray(1000)];
      await refused(sample, { body: chunks, headers: JSON_TYPE }, expected);
    }),
  },
  {
    name: 'rejects a body that is not JSON in UTF-8',
    isSampled: always,
    applies: isWrite,
    check: refusing(async ({ turn, spare, refused }) => {
      const sample = await spare();
      const noText = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      const noJson = ['{', '{}x', "{'a':1}", 'undefined', '{"a":1,}', noText];
      for (const bad of someOf(noJson, 2, 2 * turn)) {
        await refused(sample, as(bad), '400 invalid_json');
      }
      const nested = `${'['.repeat(33)}${']'.repeat(33)}`;
      const unfit = [`{"a":${nested}}`, '{"a":"\\u0000"}', '{"\\u0000":1}'];
      for (const bad of someOf(unfit, 1, turn)) {
        await refused(sample, as(bad), '400 invalid_request');
      }
    }),
  },
  {
    name: 'rejects other media types and codings',
    isSampled: always,
    applies: isJsonWrite,
    check: refusing(async ({ spare, refused }) => {
      const sample = await spare();
      const body = bodyOf(sample) ?? Buffer.from('{}');
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=latin1',
      ];
      for (const type of [...types, 'multipart/form-data; boundary=x', 'json', '', null]) {
        const headers = { 'Content-Type': type };
        await refused(sample, { body, headers }, '400 invalid_request');
      }
      const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
      await refused(sample, { body, headers }, '400 invalid_request');
    }),
  },
  {
    name: 'rejects unknown members, and bodies that are not an object',
    isSampled: always,
    applies: isWrite,
    check: refusing(async ({ turn, spare, refused }) => {
      const sample = await spare();
      const unknown = ['not_a_member', '__proto__', 'constructor', ''];
      for (const name of someOf(unknown, 2, 2 * turn)) {
        const body = `{${JSON.stringify(name)}:1,${JSON.stringify(sample.body ?? {}).slice(1)}`;
        const answer = await refused(sample, as(body.replace(',}', '}')), '400 invalid_input');
        expect(answer.body.fields).toEqual([{ field: name || 'body', code: 'unknown_member' }]);
      }
      for (const body of someOf(['[]', '"text"', '1', 'true', '[{}]'], 1, turn)) {
        const answer = await refused(sample, as(body), '400 invalid_input');
        expect(answer.body.fields).toEqual([{ field: 'body', code: 'invalid_type' }]);
      }
    }),
  },
  {
    name: 'rejects a member of a wrong type and names it',
    isSampled: always,
    applies: (operation) => membersOf(bodySchemaOf(operation)).length > 0,
    check: refusing(async ({ operation, turn, spare, refused }) => {
      const sample = await spare();
      for (const [at, [name, schema]] of membersOf(bodySchemaOf(operation)).entries()) {
        const accepted = [...typesOf(schema), ...(NAMES.has(name) ? ['string'] : [])];
        const wrong = VALUES.filter(([type]) => !accepted.includes(type));
        for (const [type, value] of someOf(wrong, 2, turn + at)) {
          const body = JSON.stringify({ ...sample.body, [name]: value });
          const answer = await refused(sample, as(body), '400 invalid_input');
          const fields = answer.body.fields.map(({ field }: Json) => field);
          expect(fields, `${name} as ${type}`).toEqual([name]);
        }
      }
    }),
  },
  {
    name: 'rejects a body without a required member and names it',
    isSampled: always,
    applies: (operation) => requiredOf(bodySchemaOf(operation)).length > 0,
    check: refusing(async ({ operation, spare, refused }) => {
      const sample = await spare();
      const required = requiredOf(bodySchemaOf(operation));
      for (const name of required) {
        const { [name]: _left, ...rest }: Json = sample.body;
        for (const body of [rest, { ...rest, [name]: null }]) {
          const answer = await refused(sample, as(JSON.stringify(body)), '400 invalid_input');
          expect(answer.body.fields).toEqual([{ field: name, code: 'required' }]);
        }
      }
      const all = await refused(sample, as('{}'), '400 invalid_input');
      expect(all.body.fields.map(({ field }: Json) => field)).toEqual(required);
    }),
  },
];

/** One value of each type of JSON but null, which many members take. */
const VALUES: readonly (readonly [type: string, value: unknown])[] = [
  ['string', '\u2205'],
  ['number', 1.5],
  ['boolean', true],
  ['array', []],
  ['object', {}],
];

/** Members that name something: an unknown name is a 404, although the document lists the names. */
const NAMES: ReadonlySet<string> = new Set(['tool']);

const requiredOf = (schema: Json): string[] => schema?.required ?? [];

/** The members of a body that do not accept every value. */
const membersOf = (schema: Json): [string, Json][] =>
  Object.entries(schema?.properties ?? {}).filter(([, member]) => typesOf(member).length > 0);

/**
 * The JSON types that a schema accepts. A string with a fixed format does not accept the test text.
 */
function typesOf(schemaOrRef: Json): string[] {
  const { anyOf = [], type = [], format, enum: values } = resolved(schemaOrRef);
  // A string that is no URI is not a type error.
  const isOfForm = (format && format !== 'uri') || values;
  const own = [type].flat().filter((it) => it !== 'string' || !isOfForm);
  // An empty list would mean a schema that accepts anything.
  const known = own.length > 0 || type.length === 0 ? own : ['text of a form'];
  return [...known, ...anyOf.flatMap(typesOf)].map((it) =>
    it === 'integer' ? 'text of a form' : it,
  );
}
