import { buildSchema, graphqlSync, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { describe, expect, it } from 'vitest';
import { fieldsOf, noteVariableFaults } from '../../../src/graphql/variable-faults.js';

const schema = buildSchema(`
  enum Color { RED GREEN }
  input Part { number: Int!, label: String }
  input Choice @oneOf { number: Int, label: String }
  input Thing { name: String!, size: Int = 1, color: Color, parts: [Part!] }
  type Query { count(thing: Thing, choice: Choice, ids: [ID!], most: Int = 5): Int }
`);
const source = `query Count($thing: Thing, $choice: Choice, $ids: [ID!], $most: Int! = 5, $least: Int!) {
  count(thing: $thing, choice: $choice, ids: $ids, most: $most)
  other: count(most: $least)
}`;
const document = parse(source);

/** The faults that the errors of an operation have, as `field code`. */
function faultsOf(variables: Readonly<Record<string, unknown>>) {
  const { errors = [] } = graphqlSync({ schema, source, variableValues: variables });
  noteVariableFaults(errors, { schema, document, variables, named: 'variable' });
  return errors.map((error) => fieldsOf(error).fields?.map((it) => `${it.field} ${it.code}`)[0]);
}

/** The same for the first error of the stored operation. */
function storedFaultOf(variables: Readonly<Record<string, unknown>>) {
  const compiled = compileQuery(schema, document, 'Count');
  if (!isCompiledQuery(compiled)) throw new Error('it does not compile');
  const result = compiled.query({}, {}, { ...variables });
  if (result instanceof Promise) throw new Error('its variables were accepted');
  const [error] = result.errors ?? [];
  if (!error) throw new Error('it was not refused');
  noteVariableFaults([error], { schema, document, variables, named: 'member' });
  return fieldsOf(error).fields?.map((it) => `${it.field} ${it.code}`)[0];
}

const LEAST = { least: 1 };

describe('the faults of variables', () => {
  it.each([
    ['an absent variable', {}, ['least required']],
    ['null for a required variable', { least: null }, ['least invalid_type']],
    ['another type', { least: 'x' }, ['least invalid_type']],
    ['null for a variable with a default', { ...LEAST, most: null }, ['most invalid_type']],
    ['a list for an object', { ...LEAST, thing: [] }, ['thing invalid_type']],
    ['an absent member', { ...LEAST, thing: {} }, ['thing invalid_type']],
    ['an unknown value', { ...LEAST, thing: { name: '', color: 'X' } }, ['thing invalid_type']],
    [
      'one invalid item',
      { ...LEAST, ids: ['a', null, {}] },
      ['ids invalid_type', 'ids invalid_type'],
    ],
    ['one value for a list', { ...LEAST, ids: true }, ['ids invalid_type']],
    ['an unknown member', { ...LEAST, thing: { name: '', x: 1 } }, ['thing.x unknown_member']],
    [
      'a member of Object',
      { ...LEAST, thing: { name: '', constructor: 1 } },
      ['thing.constructor unknown_member'],
    ],
    [
      'a name that is no word',
      { ...LEAST, thing: { name: '', 'a"; b': 1 } },
      ['thing invalid_type'],
    ],
    [
      'two members of a choice',
      { ...LEAST, choice: { number: 1, label: '' } },
      ['choice invalid_type'],
    ],
    ['null for a choice', { ...LEAST, choice: { label: null } }, ['choice invalid_type']],
  ])('the faults of variables name %s', (_what, variables, faults) => {
    expect(faultsOf(variables)).toEqual(faults);
  });

  it('each of several errors has its own fault', () => {
    const parts = [{ number: 1 }, { x: 1, number: 'a', y: 2 }, {}, { number: 1, z: 1 }];
    expect(faultsOf({ thing: { parts, z: 1 }, most: 'a' })).toEqual([
      'thing invalid_type',
      'thing invalid_type',
      'thing.parts[1].x unknown_member',
      'thing.parts[1].y unknown_member',
      'thing invalid_type',
      'thing.parts[3].z unknown_member',
      'thing.z unknown_member',
      'most invalid_type',
      'least required',
    ]);
  });

  it('an error that stops the count of errors has no fault', () => {
    const ids = Array.from({ length: 60 }, () => null);
    const faults = faultsOf({ ...LEAST, ids });
    expect([faults.length, faults[49], faults[50]]).toEqual([51, 'ids invalid_type', undefined]);
  });

  it('an error of a resolver has no fault', () => {
    expect(faultsOf(LEAST)).toEqual([]);
  });

  it.each([
    [{}, 'least required'],
    [{ ...LEAST, thing: { name: '', color: 'X' } }, 'color invalid_type'],
    [
      { ...LEAST, thing: { name: '', parts: [{ number: 1, x: 1 }] } },
      'thing.parts[0].x unknown_member',
    ],
  ])('a stored operation names the member: %j', (variables, fault) => {
    expect(storedFaultOf(variables)).toBe(fault);
  });
});
