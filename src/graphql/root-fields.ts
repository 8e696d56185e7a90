import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** A field of the root, as an operation asks for it. */
export interface RootField {
  readonly name: string;
  /** The names of the arguments that it is given. */
  readonly args: ReadonlySet<string>;
}

/**
 * The fields that an operation asks the root for, by the key that each has in the answer, so that
 * a field under three aliases is three. Those that a `@skip` leaves out are named as well.
 */
export function rootFieldsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadonlyMap<string, RootField> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const fields = new Map<string, RootField>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.name.value;
        const args = new Set(selection.arguments?.map((argument) => argument.name.value));
        fields.set(selection.alias?.value ?? name, { name, args });
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else {
        const fragment = fragments.get(selection.name.value);
        // Each fragment once: a second time it selects the same keys.
        fragments.delete(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(operation.selectionSet);
  return fields;
}
