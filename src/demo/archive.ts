import { createHash } from 'node:crypto';
import type { DemoMod, DemoVersion, Localized } from './catalog.types.js';
import { type ArchiveEntry, classFile, texturePng, zipBytes } from './sample-files.js';

const entry = (path: string, text: string): ArchiveEntry => ({ path, bytes: Buffer.from(text) });
const json = (path: string, value: unknown): ArchiveEntry =>
  entry(path, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The entries of a jar: the manifest first, as in every jar, then the mod descriptor and the
 * classes.
 */
function jarEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
  const home = `org/example/${mod.slug.replaceAll('-', '')}`;
  const embedded = (version.dependencies ?? []).filter(({ kind }) => kind === 'embedded');
  return [
    entry('META-INF/MANIFEST.MF', manifest(mod, version)),
    json('lattice.mod.json', {
      ...descriptor(mod, version),
      entrypoint: `${home}/${mod.contents.units[0] ?? 'Main'}`.replaceAll('/', '.'),
    }),
    ...mod.contents.units.map((unit) => ({
      path: `${home}/${unit}.class`,
      bytes: classFile(`${home}/${unit}`),
    })),
    // Embedded mods are merged in: their classes in a separate folder, and a note of the origin.
    ...embedded.flatMap((other) => [
      {
        path: `${home}/bundled/${other.mod}/Main.class`,
        bytes: classFile(`${home}/bundled/${other.mod}/Main`),
      },
      json(`META-INF/bundled/${other.mod}.json`, { id: other.mod, version: other.range }),
    ]),
  ];
}

/** The entries of a ZIP of Lua scripts with a manifest. */
function scriptEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
  return [
    json('manifest.json', { ...descriptor(mod, version), main: 'scripts/main.lua' }),
    ...mod.contents.units.map((unit) => entry(`scripts/${unit}.lua`, luaModule(mod, unit))),
  ];
}

/** The entries of a ZIP of models with a manifest. */
function modelEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
  return [
    json('pack.json', { ...descriptor(mod, version), models: mod.contents.units }),
    ...mod.contents.units.map((unit) => entry(`models/${unit}.obj`, objModel(mod, unit))),
  ];
}

function descriptor(mod: DemoMod, version: DemoVersion): Record<string, unknown> {
  const related = (kind: string): Record<string, string> =>
    Object.fromEntries(
      (version.dependencies ?? [])
        .filter((one) => one.kind === kind)
        .map((one) => [one.mod, one.range]),
    );
  return {
    schema: 1,
    id: mod.slug,
    version: version.version,
    name: mod.title.en,
    description: mod.summary.en,
    authors: [mod.creator],
    license: mod.license,
    contact: { homepage: mod.homepageUrl, ...(mod.sourceUrl ? { sources: mod.sourceUrl } : {}) },
    game: { id: mod.game, versions: version.gameVersions, loaders: version.loaders },
    depends: related('required'),
    suggests: related('optional'),
    breaks: related('conflict'),
  };
}

function manifest(mod: DemoMod, version: DemoVersion): string {
  return [
    'Manifest-Version: 1.0',
    `Implementation-Title: ${mod.slug}`,
    `Implementation-Version: ${version.version}`,
    `Implementation-Vendor: ${mod.creator}`,
    '',
    '',
  ].join('\r\n');
}

function luaModule(mod: DemoMod, unit: string): string {
  const name = unit.slice(unit.lastIndexOf('/') + 1);
  const siblings = mod.contents.units.filter((other) => unit === 'main' && other !== 'main');
  return [
    `-- ${mod.title.en}: ${unit}`,
    'local ship = require("farhaul.ship")',
    ...siblings.map((other) => `local ${other.replaceAll('/', '_')} = require("scripts/${other}")`),
    '',
    `local ${name} = {}`,
    '',
    `function ${name}.start(context)`,
    `  context:announce("${mod.slug}.${name}")`,
    ...siblings.map((other) => `  ${other.replaceAll('/', '_')}.start(context)`),
    '  return ship.current()',
    'end',
    '',
    `return ${name}`,
    '',
  ].join('\n');
}

/** A height field of 16 by 16 points, as Wavefront OBJ. */
function objModel(mod: DemoMod, unit: string): string {
  const side = 16;
  const heights = createHash('shake256', { outputLength: side * side })
    .update(`${mod.slug}/${unit}`)
    .digest();
  const points = [...heights].map(
    (height, at) => `v ${at % side} ${(height / 64).toFixed(3)} ${Math.floor(at / side)}`,
  );
  const faces: string[] = [];
  for (let at = 1; at < side * (side - 1); at += 1) {
    if (at % side !== 0) faces.push(`f ${at} ${at + 1} ${at + side + 1} ${at + side}`);
  }
  return [`# ${mod.title.en}`, `o ${unit}`, ...points, ...faces, ''].join('\n');
}

/** The upload file of one demo version. */
export interface DemoArchive {
  readonly filename: string;
  readonly contentType: 'application/java-archive' | 'application/zip';
  readonly bytes: Buffer;
}

const locales = { en: 'en_us', ru: 'ru_ru', de: 'de_de' } as const;

/** Builds the archive of a version from the catalog alone: the same bytes on every machine. */
export function buildDemoArchive(mod: DemoMod, version: DemoVersion): DemoArchive {
  const entries = [
    ...specificEntries(mod, version),
    ...textureEntries(mod),
    ...localeEntries(mod),
    { path: 'README.md', bytes: Buffer.from(readme(mod, version)) },
    { path: 'LICENSE', bytes: Buffer.from(license(mod)) },
  ];
  const jar = mod.contents.kind === 'jar';
  return {
    filename: `${mod.slug}-${version.version}.${jar ? 'jar' : 'zip'}`,
    contentType: jar ? 'application/java-archive' : 'application/zip',
    bytes: zipBytes(entries),
  };
}

function specificEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
  switch (mod.contents.kind) {
    case 'jar':
      return jarEntries(mod, version);
    case 'scripts':
      return scriptEntries(mod, version);
    case 'models':
      return modelEntries(mod, version);
  }
}

function textureEntries(mod: DemoMod): readonly ArchiveEntry[] {
  return mod.contents.textures.map((name) => ({
    path: `assets/${mod.slug}/textures/${name}.png`,
    bytes: texturePng(`${mod.slug}/${name}`, mod.contents.texturePixels),
  }));
}

function localeEntries(mod: DemoMod): readonly ArchiveEntry[] {
  return (['en', 'ru', 'de'] as const).map((language) => ({
    path: `assets/${mod.slug}/lang/${locales[language]}.json`,
    bytes: Buffer.from(`${JSON.stringify(translations(mod, language), null, 2)}\n`),
  }));
}

function translations(mod: DemoMod, language: keyof Localized): Record<string, string> {
  const own = Object.entries(mod.contents.strings);
  return {
    [`mod.${mod.slug}.name`]: mod.title[language],
    [`mod.${mod.slug}.summary`]: mod.summary[language],
    ...Object.fromEntries(own.map(([key, text]) => [`${mod.slug}.${key}`, text[language]])),
  };
}

function readme(mod: DemoMod, version: DemoVersion): string {
  return `# ${mod.title.en} ${version.version}\n\n${mod.description.en}\n\nMore: ${mod.homepageUrl}\n`;
}

function license(mod: DemoMod): string {
  return [
    `${mod.title.en}`,
    `Copyright (c) 2024 ${mod.creator}`,
    '',
    `SPDX-License-Identifier: ${mod.license}`,
    '',
    `The full text of the licence is published at https://spdx.org/licenses/${mod.license}.html`,
    'The software is provided "as is", without warranty of any kind.',
    '',
  ].join('\n');
}
