import { expect, test } from 'vitest';
import { compareSchemas } from '../../../scripts/compatible/compare-schemas.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', properties });

/** A folder with files, which name their folder and their owner, who has a home folder. */
const documentWith = (nameOfFolders: object) => ({
  components: {
    schemas: {
      Folder: object({ name: nameOfFolders, files: { type: 'array', items: ref('File') } }),
      File: object({ folder: ref('Folder'), owner: ref('Owner') }),
      Owner: object({ home: ref('Folder'), latest: ref('File') }),
    },
  },
});

/** Compares schemas of two documents one after the other, and returns the places of findings. */
function placesIn(nameOfFolders: object, ...names: string[]) {
  const documents = {
    before: documentWith({ type: 'string' }),
    after: documentWith(nameOfFolders),
  };
  return names.map((name) =>
    compareSchemas(documents, { before: ref(name), after: ref(name) }, 'response').map(
      ({ place }) => place,
    ),
  );
}

const CHANGED = { type: 'integer' };

test('a break is found through a cycle wherever a schema of the cycle occurs', () => {
  const [folder, file, owner] = placesIn(CHANGED, 'Folder', 'File', 'Owner');
  expect(folder).toContain('.name');
  expect(file).toContain('.folder.name');
  expect(owner).toContain('.home.name');
});

test('the findings of a schema in a cycle do not depend on the order of the comparisons', () => {
  const [file, owner, folder] = placesIn(CHANGED, 'File', 'Owner', 'Folder');
  expect(folder).toContain('.name');
  expect(file).toContain('.folder.name');
  expect(owner).toContain('.home.name');
});

test('equal schemas in a cycle have no findings', () => {
  expect(placesIn({ type: 'string' }, 'Folder', 'File', 'Owner')).toEqual([[], [], []]);
});
