import type { GraphQLEnumType } from 'graphql';
import { type Components, described, type Schema } from './components.js';

const valuesOf = (type: GraphQLEnumType): string[] => type.getValues().map(({ name }) => name);

/**
 * The schema of an enum in responses. It has no `enum`, so that generated clients accept values
 * that a later release adds. `x-extensible-enum` lists the present values.
 */
export function openEnum(type: GraphQLEnumType, components: Components): Schema {
  return components.ref(type.name, `responses' enum ${type.name}`, () => {
    const listed = valuesOf(type).map((value) => `\`${value}\``);
    const known = `Known values: ${listed.join(', ')}. Expect others.`;
    return {
      ...described([type.description, known].filter(Boolean).join(' ')),
      type: 'string',
      'x-extensible-enum': valuesOf(type),
    };
  });
}

/** The schema of an enum in requests. It lists all values, because the service refuses others. */
export function closedEnum(type: GraphQLEnumType, components: Components): Schema {
  return components.ref(`${type.name}Input`, `requests' enum ${type.name}`, () => ({
    ...described(type.description),
    type: 'string',
    enum: valuesOf(type),
  }));
}
