import { describe, expect, it } from 'vitest';
import {
  type Dependency,
  readDependencies,
  writeDependencies,
} from '../../dashboard/src/views/versions/version-data.js';

const on = (modId: string, kind: Dependency['kind'] = 'required'): Dependency => ({
  kind,
  modId,
  versionConstraint: null,
  versionId: null,
  artifactId: null,
  note: null,
});
const idsIn = (value: string) => readDependencies(value).map(({ modId }) => modId);

describe('the dependencies in the form of a version', () => {
  it.each(['optional', 'embedded', 'conflict'] as const)(
    'a dependency stays in its place when it becomes %s',
    (kind) => {
      const before = writeDependencies([on('a'), on('b'), on('c')]);
      const after = readDependencies(before).map((it) => (it.modId === 'b' ? on('b', kind) : it));
      expect(idsIn(writeDependencies(after))).toEqual(idsIn(before));
    },
  );

  it('a dependency that is removed and added again is no change', () => {
    const before = writeDependencies([on('b'), on('a', 'optional')]);
    const [first, ...others] = readDependencies(before);
    expect(first && writeDependencies([...others, first])).toBe(before);
  });

  it('a dependency keeps the version and the file that it names', () => {
    const exact = { ...on('a'), versionId: 'version', artifactId: 'file' };
    expect(readDependencies(writeDependencies([exact]))).toEqual([exact]);
  });

  it('an emptied range is no range', () => {
    const value = writeDependencies([{ ...on('a'), versionConstraint: '', note: '' }]);
    expect(readDependencies(value)).toEqual([on('a')]);
  });
});
