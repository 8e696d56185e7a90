import {
  type ConstValueNode,
  type GraphQLInputType,
  isInputType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import type { Source } from './route.js';
import type { Selected } from './selection.js';

/** A variable of an operation as a route binds it. */
export interface BoundVariable<S extends string = Source> {
  readonly name: string;
  readonly source: S;
  readonly type: GraphQLInputType;
  /** Whether the operation requires it: its type is non-null and it has no default. */
  readonly required: boolean;
  readonly defaultValue: ConstValueNode | undefined;
}

/**
 * The variables of an operation that have a source in `bind`. Throws if `bind` names an unknown
 * variable, or if a required variable has no source.
 */
export function boundVariables<S extends string>(
  selected: Selected,
  bind: Readonly<Record<string, S>>,
): BoundVariable<S>[] {
  const variables: BoundVariable<S>[] = [];
  const left = new Map(Object.entries(bind));
  for (const node of selected.definition.variableDefinitions ?? []) {
    const name = node.variable.name.value;
    const type = typeFromAST(selected.schema, node.type);
    if (!isInputType(type)) throw new Error(`$${name} has no input type`);
    const { defaultValue } = node;
    const required = isNonNullType(type) && defaultValue === undefined;
    const source = left.get(name);
    if (source !== undefined) variables.push({ name, source, type, required, defaultValue });
    else if (required) throw new Error(`$${name} is required and not bound`);
    left.delete(name);
  }
  for (const name of left.keys()) throw new Error(`the operation has no variable $${name}`);
  return variables;
}

/** The part of a source after its kind: `mod_id` of `path.mod_id`. */
export function nameIn(source: string): string {
  return source.slice(source.indexOf('.') + 1);
}
