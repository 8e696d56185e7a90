import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collisionKey, isUsableName, nameFiles } from '../src/install/names.js';

const id = (at: number): string => `01a214d2-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** The paths of files with these names, whose ids count from 0. */
const pathsOf = (names: readonly (string | null)[]): string[] =>
  nameFiles(
    names.map((filename, at) => ({ artifact_id: id(at), filename, slug: 'm', version: '1' })),
  ).map(({ path }) => path);

/** Names that are long, reserved, alike, or those of other files with their ids. */
const piece = fc.oneof(
  fc.constantFrom('x', 'X', 'é', 'e\u0301', 'e\u200d\u0301', '\u{1f600}', '.', ' ', '~', '～'),
  fc.constantFrom('.zip', '.ZIP', '․zip', `.${'z'.repeat(30)}`, 'nul', 'modport.lock', '.modport'),
  fc.nat(4).map((at) => `~${id(at)}`),
  fc.nat(80).map((count) => 'xyz'.repeat(count)),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const name = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.constant(null),
);
/** Names of the files of a plan, many of them equal. */
const names = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .chain((some) => fc.array(fc.constantFrom(...some), { maxLength: 5 }));

describe('the files of a plan', () => {
  it('the files of a plan get distinct, usable paths of at most 200 bytes, regardless of their names', () => {
    fc.assert(
      fc.property(names, (shown) => {
        const paths = pathsOf(shown);
        expect(new Set(paths.map(collisionKey)).size).toBe(shown.length);
        expect(paths.filter((path) => !isUsableName(path))).toEqual([]);
        expect(paths.filter((path) => Buffer.byteLength(path) > 200)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['equal long names', [`${'x'.repeat(300)}.zip`, `${'x'.repeat(300)}.zip`]],
    ['equal names of 200 bytes', [`${'é'.repeat(98)}.zip`, `${'É'.repeat(98)}.ZIP`]],
    ['the name of another file with its id', [`x~${id(1)}.zip`, 'x.zip', 'x.zip']],
  ])('the files of a plan get distinct paths despite %s', (_case, shown) => {
    expect(new Set(pathsOf(shown).map(collisionKey)).size).toBe(shown.length);
  });

  it('the files of a plan get other paths than the files that stay beside them', () => {
    const shown = { artifact_id: id(0), filename: 'a.zip', slug: 'm', version: '1' };
    const pathBeside = (taken: string) => nameFiles([shown], [taken]).map(({ path }) => path);
    expect(pathBeside('A.zip')).toEqual([`a~${id(0)}.zip`]);
    expect(pathBeside('b.zip')).toEqual(['a.zip']);
  });

  it('the files of a plan keep a name that no other file has, and the extension of others', () => {
    expect(pathsOf(['a.zip', 'b.jar', 'B.jar', `${'x'.repeat(300)}.zip`])).toEqual([
      'a.zip',
      `b~${id(1)}.jar`,
      `B~${id(2)}.jar`,
      `${'x'.repeat(196)}.zip`,
    ]);
  });
});
