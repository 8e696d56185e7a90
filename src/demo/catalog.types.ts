/** A text in every language of the demo. */
export interface Localized {
  readonly en: string;
  readonly ru: string;
  readonly de: string;
}

/** A creator of demo mods. */
export interface DemoCreator {
  readonly username: string;
}

/** A category of a game. */
export interface DemoCategory {
  readonly slug: string;
  readonly name: string;
}

/** An invented game; its versions are sorted oldest first. */
export interface DemoGame {
  readonly slug: string;
  readonly name: string;
  readonly loaders: readonly string[];
  readonly versions: readonly string[];
  readonly categories: readonly DemoCategory[];
}

/** A relation to another demo mod, by slug, because ids exist only after a mod is created. */
export interface DemoDependency {
  readonly kind: 'required' | 'optional' | 'conflict' | 'embedded';
  readonly mod: string;
  /** An npm-style semver range. */
  readonly range: string;
  readonly note?: string;
}

/** A version to publish. Its only file is the archive that `buildDemoArchive` makes of it. */
export interface DemoVersion {
  readonly version: string;
  /** `release` if absent. */
  readonly channel?: 'beta' | 'alpha';
  readonly gameVersions: readonly string[];
  readonly loaders: readonly string[];
  readonly changelog?: Localized;
  readonly dependencies?: readonly DemoDependency[];
}

/** The contents of a mod's archive. */
export interface DemoContents {
  /** A jar of classes, a ZIP of Lua scripts, or a ZIP of models. */
  readonly kind: 'jar' | 'scripts' | 'models';
  /** Class names, script names or model names. */
  readonly units: readonly string[];
  readonly textures: readonly string[];
  /** Width and height of each texture. */
  readonly texturePixels: number;
  /** The texts of the mod for players, by translation key without the slug of the mod. */
  readonly strings: Readonly<Record<string, Localized>>;
}

/** An invented mod. `game` is the slug of a demo game, `creator` the name of a demo creator. */
export interface DemoMod {
  readonly slug: string;
  readonly game: string;
  readonly creator: string;
  readonly categories: readonly string[];
  readonly license: string;
  readonly homepageUrl: string;
  readonly sourceUrl?: string;
  readonly title: Localized;
  readonly summary: Localized;
  /** Markdown. */
  readonly description: Localized;
  readonly contents: DemoContents;
  /** In the order of their publication. */
  readonly versions: readonly DemoVersion[];
}
