import { write } from '../../api/client';
import { graphql, type VariablesOf } from '../../api/graphql';
import { readChanges } from '../../api/mod-changes';
import type { Base } from '../../kit/kept-form';
import { changedFields, type Values } from '../../kit/merge';
import { isAmong, type SaveOutcome, saveMerged } from '../../kit/save-merged';
import { splitWords, textsIn } from '../mod/mod-data';
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

/**
 * Saves the changed fields of a version. If another save changed the same fields, returns the
 * conflicts and saves nothing; see `saveMerged`. Throws a `Problem`.
 */
export function saveVersion(key: VersionKey, base: Base, values: Values): Promise<SaveOutcome> {
  const saving = {
    async write({ values: before, etag }: Base, after: Values) {
      await write(UPDATE, { ...key, etag, input: inputOf(changedFields(before, after), after) });
    },
    async read() {
      const version = await readVersion(key.modId, key.id);
      return { values: valuesOf(version), etag: version.etag };
    },
    readChanges: ({ etag }: Base) => readChanges(key.modId, key.id, etag),
  };
  return saveMerged(saving, base, values);
}

/** The input for the changed fields. */
function inputOf(changed: readonly string[], values: Values): Input {
  const plain = ['version', 'releaseChannel'].map((name) => [name, values[name]]);
  const lists = ['gameVersions', 'loaderPlatforms'].map((name) => [name, splitWords(values[name])]);
  const all = [
    ...plain,
    ...lists,
    ['changelog', textsIn(values, 'changelog')],
    ['dependencies', readDependencies(values['dependencies'])],
  ];
  return Object.fromEntries(all.filter(([name]) => isAmong(changed, String(name))));
}
