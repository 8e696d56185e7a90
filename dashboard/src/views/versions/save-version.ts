import { write } from '../../api/client';
import { graphql, type VariablesOf } from '../../api/graphql';
import { hasCode } from '../../api/problem';
import type { Base } from '../../kit/kept-form';
import { changedFields, mergeValues, type Values } from '../../kit/merge';
import { splitWords, textsIn } from '../mod/mod-data';
import type { Saved } from '../mod/save-mod';
import { readDependencies, readVersion, valuesOf } from './version-data';

const UPDATE = graphql(`
  mutation UpdateVersion($modId: ID!, $id: ID!, $etag: String!, $input: UpdateModVersionInput!) {
    updateModVersion(modId: $modId, versionId: $id, expectedEtag: $etag, input: $input) {
      id
    }
  }
`);

type Input = VariablesOf<typeof UPDATE>['input'];

/** A version by its ids. */
export interface VersionKey {
  readonly modId: string;
  readonly id: string;
}

/** Saves the changed fields of a version, as `saveMod` does. Throws a `Problem`. */
export async function saveVersion(key: VersionKey, base: Base, values: Values): Promise<Saved> {
  try {
    return await saveOn(key, base, values, []);
  } catch (error) {
    if (!hasCode(error, 'precondition_failed')) throw error;
  }
  const current = await readVersion(key.modId, key.id);
  const theirs = { values: valuesOf(current), etag: current.etag };
  const merged = mergeValues(base.values, values, theirs.values);
  if (merged.conflicts.length > 0) return { kind: 'conflict', base: theirs, merged };
  return saveOn(key, theirs, merged.values, merged.taken);
}

async function saveOn(
  key: VersionKey,
  base: Base,
  values: Values,
  taken: readonly string[],
): Promise<Saved> {
  const input = inputOf(changedFields(base.values, values), values);
  await write(UPDATE, { ...key, etag: base.etag, input });
  const saved = await readVersion(key.modId, key.id);
  return { kind: 'saved', base: { values: valuesOf(saved), etag: saved.etag }, taken };
}

/** The input for the changed fields. */
function inputOf(changed: readonly string[], values: Values): Input {
  const isChanged = (field: string) =>
    changed.some((name) => name === field || name.startsWith(`${field}.`));
  const plain = ['version', 'releaseChannel'].map((name) => [name, values[name]]);
  const lists = ['gameVersions', 'loaderPlatforms'].map((name) => [name, splitWords(values[name])]);
  const all = [
    ...plain,
    ...lists,
    ['changelog', textsIn(values, 'changelog')],
    ['dependencies', readDependencies(values['dependencies'])],
  ];
  return Object.fromEntries(all.filter(([name]) => isChanged(String(name))));
}
