import { describe, expect, it } from 'vitest';
import { firstMomentAfter, lastMomentBefore } from '../../dashboard/src/views/audit/days.js';
import { type Folder, treeOf } from '../../dashboard/src/views/review/file-tree.js';

const file = (path: string) => ({ path, sizeBytes: 2, sha256: '0'.repeat(64), change: null });

const shapeOf = ({ folders, files }: Folder): unknown => [
  ...folders.map((inner) => [`${inner.path}/`, inner.count, inner.sizeBytes, shapeOf(inner)]),
  ...files.map(({ name }) => name),
];

describe('the tree of files under review', () => {
  it('the tree has each folder once, with the number and size of the files below it', () => {
    const paths = ['a.txt', 'data/b.txt', 'data/deep/c.txt', 'data/deep/d.txt'];
    expect(shapeOf(treeOf(paths.map(file)))).toEqual([
      ['data/', 3, 6, [['data/deep/', 2, 4, ['c.txt', 'd.txt']], 'b.txt']],
      'a.txt',
    ]);
  });

  it('an archive inside the archive is a file and a folder of the same name', () => {
    expect(shapeOf(treeOf(['lib.jar', 'lib.jar/A.class'].map(file)))).toEqual([
      ['lib.jar/', 1, 2, ['A.class']],
      'lib.jar',
    ]);
  });

  it('names of object members are plain names', () => {
    expect(shapeOf(treeOf(['__proto__/constructor'].map(file)))).toEqual([
      ['__proto__/', 1, 2, ['constructor']],
    ]);
  });
});

describe('the days of the audit log', () => {
  it('a range of one day covers its first and its last moment in the zone of the reader', () => {
    const after = Date.parse(lastMomentBefore('2026-03-01') ?? '');
    const before = Date.parse(firstMomentAfter('2026-03-01') ?? '');
    expect(after).toBeLessThan(new Date(2026, 2, 1).getTime());
    expect(before).toBe(new Date(2026, 2, 2).getTime());
    expect(before).toBeGreaterThan(new Date(2026, 2, 1, 23, 59, 59, 999).getTime());
  });

  it('a text that is no day filters nothing', () => {
    expect([
      lastMomentBefore(null),
      lastMomentBefore('yesterday'),
      firstMomentAfter('2026-3-1'),
    ]).toEqual([null, null, null]);
  });

  it.each(['2024-02-31', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00'])(
    'the day %s does not exist and filters nothing',
    (day) => {
      expect([lastMomentBefore(day), firstMomentAfter(day)]).toEqual([null, null]);
    },
  );

  it.each(['2024-02-29', '2026-12-31'])('the day %s exists', (day) => {
    expect([lastMomentBefore(day), firstMomentAfter(day)]).not.toContain(null);
  });
});
