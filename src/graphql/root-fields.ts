import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** A root field of an operation. */
export interface RootField {
  readonly name: string;
  /** The names of its arguments. */
  readonly args: ReadonlySet<string>;
}

/**
 * The root fields of an operation, by response key, so that one field under three aliases counts
 * three times. Includes fields that a `@skip` omits.
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
        // Visits each fragment once, because a repeated one selects the same keys.
        fragments.delete(selection.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(operation.selectionSet);
  return fields;
}
