import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/release.js';

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

/** The packages of the lock file that contain native code for Linux with glibc, for one processor. */
function nativePackages(processor: string): string[] {
  const { packages } = z
    .object({
      packages: z.record(
        z.string(),
        z.looseObject({
          os: z.array(z.string()).optional(),
          cpu: z.array(z.string()).optional(),
          libc: z.array(z.string()).optional(),
        }),
      ),
    })
    .parse(JSON.parse(read('package-lock.json')));
  return Object.entries(packages)
    .filter(([, { os, cpu, libc }]) => {
      return os?.includes('linux') && cpu?.includes(processor) && !libc?.includes('musl');
    })
    .map(([path]) => path);
}

describe('the image', () => {
  test('each native package of the image for amd64 has one for arm64', () => {
    const amd64 = nativePackages('x64');
    const arm64 = nativePackages('arm64');
    expect(amd64).toContain('node_modules/@img/sharp-linux-x64');
    const names = amd64.filter((path) => !/musl|gnux32/.test(path));
    expect(names.filter((path) => !arm64.includes(path.replace('x64', 'arm64')))).toEqual([]);
  });

  test('the image has a bill of materials and a report of licences', () => {
    expect(copied).toContain('sbom');
    expect(read('Dockerfile')).toContain('npm run sbom -- sbom');
  });

  test('the image contains every file that the program reads in place', () => {
    expect(inPlace).toContain('src/pages/operations');
    const missing = inPlace.filter(
      (path) => !copied.some((source) => path === source || path.startsWith(`${source}/`)),
    );
    expect(missing).toEqual([]);
  });

  test('the build of the image gets every file that the image copies', () => {
    const ignored = read('.dockerignore').replaceAll('**/', '').split('\n');
    expect(copied.filter((source) => ignored.includes(source.split('/')[0] ?? ''))).toEqual([
      'node_modules',
      'dist',
    ]);
  });
});
