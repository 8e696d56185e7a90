import { jarEntries, modelEntries, scriptEntries } from './archive-entries.js';
import type { DemoMod, DemoVersion, Localized } from './catalog.types.js';
import { texturePng } from './texture.js';
import { type ArchiveEntry, zipBytes } from './zip-bytes.js';

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
