import {
  type FragmentDefinitionNode,
  GraphQLNonNull,
  type GraphQLOutputType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
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
  leafSchema,
  limitsOf,
  nullable,
  type Schema,
} from './components.js';
import { withKnownForm } from './known-forms.js';

/**
 * The schema of a field's result, from the operation's selection. A fragment becomes a schema with
 * the fragment's name; hidden members are omitted.
 */
export function outputSchema(
  selected: Selected,
  field: SelectedField,
  components: Components,
  type: GraphQLOutputType = field.field.type,
): Schema {
  const present = (of: GraphQLOutputType): Schema => {
    if (isListType(of)) return { type: 'array', items: any(of.ofType) };
    if (isLeafType(of)) return leafSchema(of, components);
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
  const refs = new Map<string, Schema>();
  const own: SelectionSetNode[] = [];
  for (const set of sets) {
    const rest = set.selections.filter((node) => {
      const isSpread = node.kind === Kind.FRAGMENT_SPREAD && !node.directives?.length;
      const fragment = isSpread ? selected.fragments.get(node.name.value) : undefined;
      const on = fragment && typeCovering(type, fragment);
      if (!on) return true;
      const { name, selectionSet } = fragment;
      const make = () => selectionSchema(selected, on, [selectionSet], components);
      refs.set(name.value, components.ref(name.value, print(fragment), make));
      return false;
    });
    if (rest.length > 0) own.push({ ...set, selections: rest });
  }
  const fields = [...fieldsOf(selected, type, own).values()].filter(
    ({ key }) => !key.startsWith('_'),
  );
  const inline =
    fields.length > 0 || refs.size === 0 ? [objectSchema(selected, type, fields, components)] : [];
  const [first = {}, ...others] = [...refs.values(), ...inline];
  return others.length > 0 ? { allOf: [first, ...others] } : first;
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
  fields: readonly SelectedField[],
  components: Components,
): Schema {
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
  };
}
