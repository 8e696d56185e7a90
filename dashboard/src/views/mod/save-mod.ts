import { write } from '../../api/client';
import { graphql, type VariablesOf } from '../../api/graphql';
import { readChanges } from '../../api/mod-changes';
import type { Base } from '../../kit/kept-form';
import { changedFields, type Values } from '../../kit/merge';
import { isAmong, type SaveOutcome, saveMerged } from '../../kit/save-merged';
import { readWritten, splitWords, TRANSLATED, textsIn, valuesOf } from './mod-data';

const UPDATE = graphql(`
  mutation UpdateMod($id: ID!, $etag: String!, $input: UpdateModInput!) {
    updateModDraft(id: $id, expectedEtag: $etag, input: $input) {
      id
      etag
    }
  }
`);

type Input = VariablesOf<typeof UPDATE>['input'];

/** Saves the changed fields of a mod; see `saveMerged`. Throws a `Problem`. */
export function saveMod(id: string, base: Base, values: Values): Promise<SaveOutcome> {
  const saving = {
    async write({ values: before, etag }: Base, after: Values) {
      await write(UPDATE, { id, etag, input: inputOf(changedFields(before, after), after) });
    },
    async read() {
      const { mod } = await readWritten(id);
      return { values: valuesOf(mod), etag: mod.etag };
    },
    readChanges: ({ etag }: Base) => readChanges(id, null, etag),
  };
  return saveMerged(saving, base, values);
}

/**
 * The input for the changed fields. A text that changed in one language is sent in all of them,
 * because the service replaces it as a whole.
 */
function inputOf(changed: readonly string[], values: Values): Input {
  const isChanged = (field: string) => isAmong(changed, field);
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
