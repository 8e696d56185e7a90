import { write } from '../../api/client';
import { graphql, type VariablesOf } from '../../api/graphql';
import { hasCode } from '../../api/problem';
import type { Base } from '../../kit/kept-form';
import { changedFields, type Merged, mergeValues, type Values } from '../../kit/merge';
import { readMod, splitWords, TRANSLATED, textsIn, valuesOf } from './mod-data';

const UPDATE = graphql(`
  mutation UpdateMod($id: ID!, $etag: String!, $input: UpdateModInput!) {
    updateModDraft(id: $id, expectedEtag: $etag, input: $input) {
      id
      etag
    }
  }
`);

type Input = VariablesOf<typeof UPDATE>['input'];

/** The outcome of a save. */
export type Saved =
  | { readonly kind: 'saved'; readonly base: Base; readonly taken: readonly string[] }
  | { readonly kind: 'conflict'; readonly base: Base; readonly merged: Merged };

/**
 * Saves the changed fields. If the mod was changed meanwhile, it merges by field: without a
 * conflict it saves the merged values, else it returns the conflicts and saves nothing. Throws a
 * `Problem`.
 */
export async function saveMod(id: string, base: Base, values: Values): Promise<Saved> {
  try {
    return await saveOn(id, base, values, []);
  } catch (error) {
    if (!hasCode(error, 'precondition_failed')) throw error;
  }
  const current = await readMod(id);
  const theirs = { values: valuesOf(current), etag: current.etag };
  const merged = mergeValues(base.values, values, theirs.values);
  if (merged.conflicts.length > 0) return { kind: 'conflict', base: theirs, merged };
  return saveOn(id, theirs, merged.values, merged.taken);
}

async function saveOn(
  id: string,
  base: Base,
  values: Values,
  taken: readonly string[],
): Promise<Saved> {
  const input = inputOf(changedFields(base.values, values), values);
  await write(UPDATE, { id, etag: base.etag, input });
  const saved = await readMod(id);
  return { kind: 'saved', base: { values: valuesOf(saved), etag: saved.etag }, taken };
}

/** The input for the changed fields. A text that changed in one language is sent in all of them. */
function inputOf(changed: readonly string[], values: Values): Input {
  const isChanged = (field: string) =>
    changed.some((name) => name === field || name.startsWith(`${field}.`));
  const texts = TRANSLATED.filter(isChanged).map((field) => [field, textsIn(values, field)]);
  const plain = ['slug', 'accessTier'].filter(isChanged).map((name) => [name, values[name]]);
  const optional = ['license', 'homepageUrl', 'sourceUrl']
    .filter(isChanged)
    .map((name) => [name, values[name]?.trim() || null]);
  const categories = isChanged('categories')
    ? [['categories', splitWords(values['categories'])]]
    : [];
  return Object.fromEntries([...texts, ...plain, ...optional, ...categories]);
}
