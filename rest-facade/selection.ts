import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';

/** A field of a response: its key on the wire (the alias, if any), its type, and its selection. */
export interface SelectedField {
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly selections: readonly SelectionSetNode[];
  /** Whether responses may lack it: each selection of it has a directive such as `@include`. */
  readonly conditional: boolean;
}

/** A type with fields: a fragment may be on an interface too. */
export type FieldsType = GraphQLObjectType | GraphQLInterfaceType;

/** The selection of an operation, with its fragments. */
export interface Selected {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly definition: OperationDefinitionNode;
  readonly root: SelectedField;
}

/**
 * Finds the operation of a document, and its fragments. Throws if the document has no operation, or
 * if the operation does not have exactly one root field.
 */
export function selectedBy(schema: GraphQLSchema, document: DocumentNode): Selected {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let definition: OperationDefinitionNode | undefined;
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
    if (node.kind === Kind.OPERATION_DEFINITION) definition = node;
  }
  const type = definition && schema.getRootType(definition.operation);
  if (!definition || !type) throw new Error('the document holds no operation of this schema');
  const roots = fieldsOf({ schema, fragments }, type, [definition.selectionSet]);
  const [root, second] = roots.values();
  if (!root || second) throw new Error('it must select exactly one root field');
  return { schema, fragments, definition, root };
}

/**
 * The fields selected on one type, by their wire keys, with those of its fragments. Leaves out
 * `__typename`, and each fragment on another type, unless that type is an interface or a union that
 * contains this one.
 */
export function fieldsOf(
  { schema, fragments }: Pick<Selected, 'schema' | 'fragments'>,
  type: FieldsType,
  sets: readonly SelectionSetNode[],
): Map<string, SelectedField> {
  const found = new Map<string, SelectedField>();

  function collect(set: SelectionSetNode, conditional: boolean): void {
    for (const node of set.selections) {
      const sometimes = conditional || (node.directives?.length ?? 0) > 0;
      if (node.kind === Kind.FIELD) {
        const field = type.getFields()[node.name.value];
        if (!field) continue;
        const key = node.alias?.value ?? node.name.value;
        const before = found.get(key);
        found.set(key, {
          key,
          field,
          selections: [
            ...(before?.selections ?? []),
            ...(node.selectionSet ? [node.selectionSet] : []),
          ],
          conditional: sometimes && (before?.conditional ?? true),
        });
        continue;
      }
      const part = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!part) continue;
      const on = part.typeCondition ? typeFromAST(schema, part.typeCondition) : type;
      const fits = on === type || (isAbstractType(on) && schema.isSubType(on, type));
      if (fits) collect(part.selectionSet, sometimes);
    }
  }

  for (const set of sets) collect(set, false);
  return found;
}

/** The object types that a selected field may return; empty for scalars and enums. */
export function objectTypesOf(schema: GraphQLSchema, field: SelectedField): GraphQLObjectType[] {
  const type = getNamedType(field.field.type);
  if (isObjectType(type)) return [type];
  return isAbstractType(type) ? [...schema.getPossibleTypes(type)] : [];
}

/** The fields below a selected field, for each object type that it may return. */
export function fieldsBelow(selected: Selected, field: SelectedField): SelectedField[][] {
  return objectTypesOf(selected.schema, field).map((type) => [
    ...fieldsOf(selected, type, field.selections).values(),
  ]);
}

/**
 * Whether the operation selects a path such as `job.statusEndpoint` below the field `from`. A path
 * that goes on below a scalar, such as a JSON value, counts as selected.
 */
export function selects(selected: Selected, from: SelectedField, path: string): boolean {
  let fields = [from];
  for (const key of path.split('.')) {
    if (!fields.some((field) => isCompositeType(getNamedType(field.field.type)))) return true;
    fields = fields
      .flatMap((field) => fieldsBelow(selected, field).flat())
      .filter((field) => field.key === key);
    if (fields.length === 0) return false;
  }
  return true;
}
