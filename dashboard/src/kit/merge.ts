/**
 * The values of a form by field. A text in a language is a field of its own, such as `title.en`.
 */
export type Values = Readonly<Record<string, string>>;

/** A field that both sides changed differently: the user of the form, and an earlier save. */
export interface Conflict {
  readonly field: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The result of a merge. */
export interface Merged {
  /** The merged values. A field in conflict has the value of the user (`mine`). */
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
  /** The fields that only the other side changed. */
  readonly taken: readonly string[];
}

/** The fields in which two sets of values differ. An absent field is empty. */
export function changedFields(before: Values, after: Values): readonly string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => (before[field] ?? '') !== (after[field] ?? ''));
}

/**
 * Merges two changes of the same base, field by field. `mine` is the input of the user. `theirs`
 * is the state that another save stored meanwhile. A field that both sides changed to the same
 * value is no conflict.
 */
export function mergeValues(base: Values, mine: Values, theirs: Values): Merged {
  const changedByMe = new Set(changedFields(base, mine));
  const changedByThem = changedFields(base, theirs);
  const isConflict = (field: string) =>
    changedByMe.has(field) && (mine[field] ?? '') !== (theirs[field] ?? '');
  const conflicts = changedByThem.filter(isConflict).map((field) => ({
    field,
    mine: mine[field] ?? '',
    theirs: theirs[field] ?? '',
  }));
  const values = { ...theirs };
  for (const field of changedByMe) values[field] = mine[field] ?? '';
  return { values, conflicts, taken: changedByThem.filter((field) => !changedByMe.has(field)) };
}
