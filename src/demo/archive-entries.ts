import { createHash } from 'node:crypto';
import type { DemoMod, DemoVersion } from './catalog.types.js';
import { classFile } from './class-file.js';
import type { ArchiveEntry } from './zip-bytes.js';

const entry = (path: string, text: string): ArchiveEntry => ({ path, bytes: Buffer.from(text) });
const json = (path: string, value: unknown): ArchiveEntry =>
  entry(path, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The entries of a jar: the manifest first, as in every jar, then the mod descriptor and the
 * classes.
 */
export function jarEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
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
export function scriptEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
  return [
    json('manifest.json', { ...descriptor(mod, version), main: 'scripts/main.lua' }),
    ...mod.contents.units.map((unit) => entry(`scripts/${unit}.lua`, luaModule(mod, unit))),
  ];
}

/** The entries of a ZIP of models with a manifest. */
export function modelEntries(mod: DemoMod, version: DemoVersion): readonly ArchiveEntry[] {
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
