import type { GraphQLEnumType } from 'graphql';
import { type Components, described, type Schema } from './components.js';

const valuesOf = (type: GraphQLEnumType): string[] => type.getValues().map(({ name }) => name);

/**
 * An enum in responses. It has no `enum`, so that generated clients accept the values that a later
 * release adds; `x-extensible-enum` lists the present ones.
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

/** An enum in requests: the service refuses any other value. */
export function closedEnum(type: GraphQLEnumType, components: Components): Schema {
  return components.ref(`${type.name}Input`, `requests' enum ${type.name}`, () => ({
    ...described(type.description),
    type: 'string',
    enum: valuesOf(type),
  }));
}
