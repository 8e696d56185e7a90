import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { temporaryFolder } from './cli.js';
import { FACTS } from './facts.js';

/** A clean checkout of a mod: a manifest and a built file. */
export interface Project {
  readonly folder: string;
  readonly slug: string;
}

/** The credential of a creator. */
export const CREATOR = { MODPORT_TOKEN: FACTS.token };

let count = 0;

/** Creates a project whose mod does not exist yet. */
export function newProject(extra = ''): Project {
  count += 1;
  const slug = `cli-mod-${count}-${randomBytes(4).toString('hex')}`;
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'modport.toml'),
    `version = "1.0.0"
changelog = "The first version."
game_versions = ["1.0"]
loaders = ["plain"]
${extra}
[mod]
slug = "${slug}"
game = "${FACTS.game}"
title = "Mod of the command line"
description = "A mod."
license = "MIT"

[[files]]
path = "build/*.zip"

[[dependencies]]
mod = "base-library"
version = "^1.0.0"
`,
  );
  build(folder);
  return { folder, slug };
}

/** Builds the file of a project again, with other bytes. */
export function build(folder: string, content = randomBytes(2000), name = 'data.bin'): void {
  mkdirSync(join(folder, 'build'), { recursive: true });
  writeFileSync(join(folder, 'build', 'mod.zip'), zipSync({ [name]: content }));
}

/** Changes the manifest of a project. */
export function editManifest(folder: string, change: (text: string) => string): void {
  const path = join(folder, 'modport.toml');
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
