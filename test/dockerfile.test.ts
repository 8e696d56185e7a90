import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../src/platform/release.js';

const read = (file: string) => readFileSync(join(projectRoot(), file), 'utf8');

/** The sources of the program. */
const sources = ['src', 'rest-facade', 'workers', 'prisma'].flatMap((folder) =>
  readdirSync(join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join(folder, file))),
);

/** The paths that the program reads in place, below the root of the project. */
const inPlace = sources
  .flatMap((source) => [...source.matchAll(/join\(projectRoot\(\), ((?:'[^']+'(?:, )?)+)/g)])
  .map(([, segments = '']) => segments.replace(/[' ]/g, '').split(',').filter(Boolean).join('/'))
  // Only tools read the schema; the build makes the folder of the compressed files.
  .filter((path) => path !== 'prisma/schema.prisma' && !path.startsWith('dist/'));

/** The paths that the image has, without a leading slash. */
const copied = [...read('Dockerfile').matchAll(/^COPY --from=build (.+) \.\/\S*$/gm)].flatMap(
  ([, sources = '']) => sources.split(' ').map((source) => source.replace('/app/', '')),
);

describe('the image', () => {
  test('the image contains every file that the program reads in place', () => {
    expect(inPlace).toContain('src/pages/operations');
    const missing = inPlace.filter(
      (path) => !copied.some((source) => path === source || path.startsWith(`${source}/`)),
    );
    expect(missing).toEqual([]);
  });

  test('the build of the image gets every file that the image copies', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(copied.filter((source) => ignored.includes(source.split('/')[0] ?? ''))).toEqual([
      'node_modules',
      'dist',
    ]);
  });
});
