import { hasCode } from '../api/problem';
import type { Base } from './kept-form';
import { type Merged, mergeValues, type Values } from './merge';

/** A recorded change of the object that is newer than the base of the form. */
export interface Change {
  readonly at: string;
  /** Null for a deleted account. */
  readonly displayName: string | null;
  /** Whether the user made it, for example in another tab. */
  readonly isOwn: boolean;
  /** The changed fields. */
  readonly fields: readonly string[];
}

/**
 * The outcome of a save. `base` is the stored state after it, `theirs` the stored state that it
 * conflicts with. `taken` are the fields that only another save changed.
 *
 * `by` is one change that another save made meanwhile: the latest of another person to a taken or
 * conflicting field, or else the latest of all. It is null without such a save, and if no change is
 * recorded or the changes cannot be read.
 */
export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly base: Base;
      readonly taken: readonly string[];
      readonly by: Change | null;
    }
  | {
      readonly kind: 'conflict';
      readonly theirs: Base;
      readonly merged: Merged;
      readonly by: Change | null;
    };

/** The reads and the write of the object that a form edits. */
export interface SaveRequests {
  /** Writes the values that differ from the base. Throws `precondition_failed` if it is stale. */
  write(base: Base, values: Values): Promise<void>;
  /** Reads the stored state. An error ends the save, even if the values were written before. */
  read(): Promise<Base>;
  /** The latest changes after a base, the newest first. An error counts as no changes. */
  readChanges(base: Base): Promise<readonly Change[]>;
}

/**
 * Saves the changed fields. If the object was changed meanwhile, it merges by field: without a
 * conflict it saves the merged values, else it returns the conflicts and saves nothing. Throws a
 * `Problem`, also `precondition_failed` if the object changes again before the second save. A
 * failed read after a write throws too, although the values are stored.
 */
export async function saveMerged(
  saving: SaveRequests,
  base: Base,
  values: Values,
): Promise<SaveOutcome> {
  try {
    await saving.write(base, values);
    return { kind: 'saved', base: await saving.read(), taken: [], by: null };
  } catch (error) {
    if (!hasCode(error, 'precondition_failed')) throw error;
  }
  // The changes only name a person, so a save does not depend on them.
  const reading = saving.readChanges(base).catch(() => []);
  const [theirs, changes] = await Promise.all([saving.read(), reading]);
  const merged = mergeValues(base.values, values, theirs.values);
  const by = changeBehind(merged, changes);
  if (merged.conflicts.length > 0) return { kind: 'conflict', theirs, merged, by };
  await saving.write(theirs, merged.values);
  return { kind: 'saved', base: await saving.read(), taken: merged.taken, by };
}

/**
 * The latest change by another person of a field that the save met, else the latest change of all.
 */
function changeBehind({ conflicts, taken }: Merged, changes: readonly Change[]): Change | null {
  const met = [...taken, ...conflicts.map(({ field }) => field)];
  const isMet = ({ fields }: Change) => fields.some((field) => isAmong(met, field));
  return changes.find((change) => !change.isOwn && isMet(change)) ?? changes[0] ?? null;
}

/** Returns whether the changed fields contain a field, or its text in a language (`title.en`). */
export function isAmong(changed: readonly string[], field: string): boolean {
  return changed.some((name) => name === field || name.startsWith(`${field}.`));
}
