import {
  type FragmentDefinitionNode,
  GraphQLNonNull,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  print,
  type SelectionSetNode,
} from 'graphql';
import {
  type FieldsType,
  fieldsOf,
  objectTypesOf,
  type Selected,
  type SelectedField,
} from '../selection.js';
import {
  type Components,
  described,
  explained,
  limitsOf,
  nullable,
  type Schema,
  scalarSchema,
} from './components.js';
import { openEnum } from './enums.js';
import { withKnownForm } from './known-forms.js';

/**
 * The schema of a field's result, from the operation's selection. Each selection of an object
 * becomes a named schema:
 * - if one fragment is the whole selection: the fragment's name without `Public` and `Fields`
 * - in all other cases: the name of the GraphQL type
 *
 * A field with several object types is an `anyOf` of their schemas. Throws if two different
 * selections would get the same name; the author of the operation then adds a fragment. Leaves out
 * hidden members, whose alias begins with `_`.
 */
export function outputSchema(
  selected: Selected,
  field: SelectedField,
  components: Components,
  type: GraphQLOutputType = field.field.type,
): Schema {
  const present = (of: GraphQLOutputType): Schema => {
    if (isListType(of)) return { type: 'array', items: any(of.ofType) };
    if (isEnumType(of)) return openEnum(of, components);
    if (isScalarType(of)) return scalarSchema(of, components);
    const [first = {}, ...others] = objectTypesOf(selected.schema, field).map((object) =>
      selectionSchema(selected, object, field.selections, components),
    );
    return others.length > 0 ? { anyOf: [first, ...others] } : first;
  };
  const any = (of: GraphQLOutputType): Schema =>
    isNonNullType(of) ? present(of.ofType) : nullable(present(of));
  return any(type);
}

function selectionSchema(
  selected: Selected,
  type: FieldsType,
  sets: readonly SelectionSetNode[],
  components: Components,
): Schema {
  const fragment = wholeFragment(selected, sets);
  const on = fragment && typeCovering(type, fragment);
  if (on) {
    const name = fragment.name.value.replace(/^Public|Fields$/g, '');
    return components.ref(name, print(fragment), () =>
      objectSchema(selected, on, [fragment.selectionSet], components),
    );
  }
  const schema = objectSchema(selected, type, sets, components);
  return components.ref(type.name, JSON.stringify(schema), () => schema);
}

/** The fragment that a selection consists of, besides hidden members. */
function wholeFragment({ fragments }: Selected, sets: readonly SelectionSetNode[]) {
  const [first, ...others] = sets
    .flatMap(({ selections }) => selections)
    .filter((node) => node.kind !== Kind.FIELD || !node.alias?.value.startsWith('_'));
  const isWhole = first?.kind === Kind.FRAGMENT_SPREAD && !first.directives?.length;
  return isWhole && others.length === 0 ? fragments.get(first.name.value) : undefined;
}

/** The type condition of a fragment, if it is the object's own type or one of its interfaces. */
function typeCovering(type: FieldsType, { typeCondition }: FragmentDefinitionNode) {
  return [type, ...type.getInterfaces()].find(({ name }) => name === typeCondition.name.value);
}

/** An optional member is omitted instead of null, so that it is never sent as null. */
function shownType({ conditional, field }: SelectedField): GraphQLOutputType {
  return conditional ? new GraphQLNonNull(getNullableType(field.type)) : field.type;
}

function objectSchema(
  selected: Selected,
  type: FieldsType,
  sets: readonly SelectionSetNode[],
  components: Components,
): Schema {
  const fields = [...fieldsOf(selected, type, sets).values()].filter(
    ({ key }) => !key.startsWith('_'),
  );
  const properties = fields.map((below) => [
    below.key,
    {
      ...withKnownForm(below.key, outputSchema(selected, below, components, shownType(below))),
      ...limitsOf(below.field.extensions),
      ...explained(below.field),
    },
  ]);
  const required = fields.filter(({ conditional }) => !conditional).map(({ key }) => key);
  return {
    ...described(type.description),
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: true,
  };
}
