/** The systems on which a content runs without a further program. */
type RunningSystem = 'windows' | 'macos' | 'linux' | 'android';

/** Magic bytes: a content has `text` at offset `at` (0 if absent), one character for each byte. */
export interface Magic {
  readonly at?: number;
  readonly text: string;
}

/** A kind of content that is more than game data. A content is of it by its name or its bytes. */
export interface ContentKind {
  /**
   * The effect on an upload: a review with this reason, or rejection (`refused`) with
   * `archive_dangerous_entry`, because such content is always an attack.
   */
  readonly consequence: 'executable_content' | 'nested_archive' | 'refused';
  /** The systems where it runs or opens without a further program. */
  readonly platforms: readonly RunningSystem[];
  /** The reason, for maintainers only. */
  readonly why: string;
  /** Extensions in lower case, without the dot. */
  readonly extensions?: ReadonlySet<string>;
  /** Whole names in lower case, in any folder. */
  readonly names?: ReadonlySet<string>;
  /** Extensions of folders that a desktop opens as one program, in lower case. */
  readonly bundles?: ReadonlySet<string>;
  /** A content whose name matches is of this kind. */
  readonly pattern?: RegExp;
  /** A byte check. A content that passes it is not of this kind, whatever its name. */
  readonly harmless?: 'local_folder_setting' | 'folder_icon';
  readonly magics?: readonly Magic[];
  /** Byte checks for kinds without magic bytes at a fixed offset. */
  readonly signs?: readonly ContentSign[];
}

/** A byte pattern that needs more than a comparison at one offset. */
export type ContentSign =
  | 'dos_program'
  | 'fat_mach_o'
  | 'script'
  | 'bzip2'
  | 'arj'
  | 'lzma'
  /** A ZIP directory at the end, after any other bytes. */
  | 'zip_end'
  | 'iso_9660'
  | 'vhd_footer'
  | 'dmg_trailer';

/** All desktop systems. */
const EVERYWHERE = ['windows', 'macos', 'linux'] as const;

/**
 * The kinds of content that are not plain data, by name or bytes (Spec 4.4). Executables and nested
 * archives need a review. Content that only makes sense as an attack is rejected. Order of
 * precedence: rejected kinds, then bytes, then names.
 */
export const CONTENT_KINDS: Readonly<Record<string, ContentKind>> = {
  autorun: {
    consequence: 'refused',
    platforms: ['windows'],
    why: 'Windows starts what it names when a drive is opened; a mod is unpacked to a folder',
    names: words('autorun.inf'),
  },
  disguised_program: {
    consequence: 'refused',
    platforms: ['windows'],
    why: 'Windows hides the last extension, so that the program looks like a document or a picture',
    pattern:
      /\.(?:png|jpe?g|gif|bmp|webp|txt|md|pdf|docx?|xlsx?|rtf|mp[34]|ogg|wav|avi|json|zip|rar|7z)\s*\.(?:exe|scr|com|pif|bat|cmd|vbs|vbe|js|jse|wsf|hta|lnk|ps1|msi|cpl)$/i,
  },
  windows_program: {
    consequence: 'executable_content',
    platforms: ['windows'],
    why: 'code that Windows runs or loads',
    extensions: words('exe dll com scr pif cpl sys drv ocx ax efi mui xll wll'),
    signs: ['dos_program'],
  },
  windows_script: {
    consequence: 'executable_content',
    platforms: ['windows'],
    why: 'run by a double click: the shell, PowerShell, Windows Script Host, HTML applications',
    extensions: words(
      'bat cmd ps1 psm1 psd1 ps1xml psc1 pssc cdxml msh msh1 msh2 mshxml msh1xml msh2xml',
      'vbs vbe vbscript js jse ws wsf wsh wsc sct hta chm hlp shb shs xbap',
    ),
    magics: [{ text: 'ITSF' }],
  },
  windows_setting: {
    consequence: 'executable_content',
    platforms: ['windows'],
    why: 'changes the system, or leads to a program or a foreign server, when opened or only shown',
    extensions: words(
      'reg lnk url scf appref-ms library-ms search-ms searchconnector-ms settingcontent-ms',
      'theme themepack deskthemepack desktopthemepack msc gadget application vsto website xnk rdp',
      'osdx ppkg appcontent-ms diagcab diagcfg diagpkg job wsb udl printerexport',
    ),
    magics: [{ text: 'L\0\0\0\x01\x14\x02\0' }],
  },
  folder_setting: {
    consequence: 'executable_content',
    platforms: ['windows'],
    why: 'Explorer reads it when it shows the folder: an icon on a foreign server, or the class of an object',
    names: words('desktop.ini'),
    harmless: 'local_folder_setting',
  },
  installer: {
    consequence: 'executable_content',
    platforms: EVERYWHERE,
    why: 'installs programs',
    extensions: words(
      'msi msp mst msu msix msixbundle appx appxbundle appinstaller deb rpm snap flatpak flatpakref pkg',
      'mpkg dmg apk aab ipa jnlp run',
    ),
    magics: [{ text: '!<arch>\n' }, { text: 'xar!' }, { text: '\xed\xab\xee\xdb' }],
  },
  folder_icon: {
    consequence: 'executable_content',
    platforms: ['macos'],
    why: 'macOS keeps the icon of a folder beside an empty file; one with content is something else',
    names: words('icon\r ._icon\r'),
    harmless: 'folder_icon',
  },
  unix_program: {
    consequence: 'executable_content',
    platforms: ['linux', 'android'],
    why: 'code that Linux or Android runs or loads',
    extensions: words('so appimage ko elf dex'),
    magics: [{ text: '\x7fELF' }, { text: 'dex\n' }],
  },
  mac_program: {
    consequence: 'executable_content',
    platforms: ['macos'],
    why: 'code that macOS runs or loads, whole programs being folders; 32 and 64 bits, either order',
    extensions: words('dylib jnilib app kext workflow prefpane saver action'),
    bundles: words(
      'app appex kext workflow prefpane saver action xpc qlgenerator mdimporter osax wdgt pkg mpkg',
    ),
    magics: [
      { text: '\xfe\xed\xfa\xce' },
      { text: '\xfe\xed\xfa\xcf' },
      { text: '\xce\xfa\xed\xfe' },
      { text: '\xcf\xfa\xed\xfe' },
    ],
    signs: ['fat_mach_o'],
  },
  unix_script: {
    consequence: 'executable_content',
    platforms: ['macos', 'linux'],
    why: 'run by the shell or the desktop',
    extensions: words(
      'sh bash zsh csh tcsh ksh fish command tool desktop scpt scptd applescript terminal',
      'inetloc fileloc webloc ftploc afploc vncloc nfsloc atloc mailloc newsloc mobileconfig',
    ),
    bundles: words('scptd'),
    magics: [{ text: '[Desktop Entry]' }],
    signs: ['script'],
  },
  interpreted_script: {
    consequence: 'executable_content',
    platforms: EVERYWHERE,
    why: 'run by a double click where its interpreter is installed',
    extensions: words('py pyw pyc pyo pyz pyzw rb rbw pl ahk au3 a3x tcl phar'),
  },
  office_macro: {
    consequence: 'executable_content',
    platforms: ['windows', 'macos'],
    why: 'documents with macros, and the containers in which older ones, and installers, may have them',
    extensions: words(
      'docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm xla xlm iqy oqy dqy rqy slk',
      'mdb mde mda mdw mdt mdz ade adp accdb accde accda accdr accdu one onepkg onetoc2',
      'mad maf mag mam maq mar mas mau mav maw',
    ),
    names: words('vbaproject.bin'),
    magics: [
      { text: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
      { at: 4, text: 'Standard Jet DB' },
      { at: 4, text: 'Standard ACE DB' },
    ],
  },
  disk_image: {
    consequence: 'nested_archive',
    platforms: ['windows', 'macos'],
    why: 'mounted by a double click, and programs on it are not marked as downloaded',
    extensions: words(
      'iso img ima udf vhd vhdx vmdk vdi vfd qcow2 sparseimage sparsebundle cdr toast smi ndif dmgpart',
      'dc42 dvdr',
    ),
    bundles: words('sparsebundle'),
    magics: [
      { text: 'conectix' },
      { text: 'vhdxfile' },
      { text: 'KDMV' },
      { text: 'QFI\xfb' },
      { text: 'encrcdsa' },
    ],
    signs: ['iso_9660', 'vhd_footer', 'dmg_trailer'],
  },
  archive: {
    consequence: 'nested_archive',
    platforms: EVERYWHERE,
    why: 'its contents were not, or not completely, inspected',
    extensions: words(
      'zip jar war ear 7z rar tar gz tgz bz2 tbz tbz2 xz txz zst lz lz4 lzma z cab arj',
      'ace lzh lha wim esd swm cpio zipx',
    ),
    magics: [
      { text: 'PK\x03\x04' },
      { text: 'PK\x05\x06' },
      { text: '7z\xbc\xaf\x27\x1c' },
      { text: 'Rar!\x1a\x07' },
      { text: '\xfd7zXZ\0' },
      { text: '\x28\xb5\x2f\xfd' },
      { text: 'MSCF\0\0\0\0' },
      { text: '\x1f\x8b' },
      { at: 257, text: 'ustar' },
      { text: 'MSWIM\0\0\0' },
      { text: 'hsqs' },
      { at: 7, text: '**ACE**' },
      { at: 2, text: '-lh' },
    ],
    signs: ['bzip2', 'arj', 'lzma', 'zip_end'],
  },
};

/**
 * The number of bytes that decide the kind of a content. It covers the magic bytes of tar, also
 * inside gzip.
 */
export const CLASSIFIED_BYTES = 1_024;

/** The place of an ISO image's magic bytes, which is after `CLASSIFIED_BYTES`. */
export const ISO_MAGIC = { at: 0x8001, bytes: 5 } as const;

/** The number of last bytes to check: the end record of a ZIP with the longest comment. */
export const TRAILER_BYTES = 22 + 0xffff;

/** The games and loaders for which a content is normal; an upload must fit both members. */
export interface ContentHost {
  /** The slugs of the game, or null for every game. */
  readonly games: readonly string[] | null;
  /** The version must name one of these loaders; null if loaders do not matter. */
  readonly loaders: readonly string[] | null;
}

/**
 * A content of a special kind that a game or loader nevertheless needs. Its extension or its
 * whole name must be listed, and it must meet each other member that the row has.
 */
export interface NormalContent {
  readonly hosts: readonly ContentHost[];
  /** `jar`: only inside a `.jar`, which players do not unpack. Null for every archive. */
  readonly container: 'jar' | null;
  /** The key of its kind in `CONTENT_KINDS`. */
  readonly kind: string;
  readonly extensions?: ReadonlySet<string>;
  /** Whole names in lower case, in any folder. */
  readonly names?: ReadonlySet<string>;
  /** The path in the archive must match it. */
  readonly path?: RegExp;
  /** The path from the root of the archive, or from its only folder, must match it. */
  readonly packPath?: RegExp;
  /**
   * The manifest that must name this script or another one that may import it, or that covers its
   * folder (`scriptFolders`).
   */
  readonly manifest?: ScriptManifestId;
  /**
   * The required form of its bytes. Any ZIP is also inspected as a nested archive. NBT (Minecraft
   * data) holds no files.
   */
  readonly form?: ContentForm;
  /** The reason, for maintainers only. */
  readonly why: string;
}

/** A required form of the bytes of a normal content. */
export type ContentForm = 'zip' | 'gzipped_nbt' | 'shader' | 'thumbnail_cache' | 'packed_blend';

/** A file of an archive that names the scripts that a loader runs. */
export interface ScriptManifest {
  /**
   * Its path in the archive. Its paths are relative to its own folder or to the root of the
   * archive.
   */
  readonly path: RegExp;
  readonly root: 'archive' | 'own_folder';
  /** The members with lists of paths; null if the values of all members are paths. */
  readonly members: readonly string[] | null;
  /** Folders from which a script at the root usually imports others. */
  readonly importFolders: readonly string[];
  /** Folders beside it from which the loader runs scripts, without their names in the manifest. */
  readonly scriptFolders: readonly string[];
  /** The types of `modules` in the manifest of which one is required for these folders. */
  readonly scriptModules: readonly string[];
}

/** The manifests with scripts, as their loaders document them. */
export const SCRIPT_MANIFESTS = {
  forge_coremods: {
    path: /^META-INF\/coremods\.json$/,
    root: 'archive',
    members: null,
    importFolders: [],
    scriptFolders: [],
    scriptModules: [],
  },
  foundry_package: {
    path: /^(?:[^/]+\/)?(?:module|system|world)\.json$/,
    root: 'own_folder',
    members: ['esmodules', 'scripts'],
    importFolders: ['dist', 'lib', 'libs', 'module', 'modules', 'scripts', 'src'],
    scriptFolders: [],
    scriptModules: [],
  },
  // At the root, in a pack of an add-on, or in a pack of a world. Packs before the script API have
  // scripts in a module of type `client_data` or `javascript`.
  bedrock_pack: {
    path: /^(?:[^/]+\/){0,3}manifest\.json$/,
    root: 'own_folder',
    members: [],
    importFolders: [],
    scriptFolders: ['scripts'],
    scriptModules: ['script', 'javascript', 'client_data'],
  },
} as const satisfies Readonly<Record<string, ScriptManifest>>;

/** The id of one of these manifests. */
export type ScriptManifestId = keyof typeof SCRIPT_MANIFESTS;

const MINECRAFT = ['minecraft', 'minecraft-java'];

/** The games and loaders whose mods are jars. */
const JAVA_HOSTS: readonly ContentHost[] = [
  {
    games: MINECRAFT,
    loaders: [
      ...words(
        'fabric legacy-fabric babric ornithe quilt forge neoforge liteloader rift nilloader',
      ),
      ...words('bukkit spigot paper folia purpur sponge bungeecord waterfall velocity'),
    ],
  },
  // The demo catalog.
  { games: ['brackenvale'], loaders: ['lattice', 'hearth'] },
];

const EVERY_HOST: readonly ContentHost[] = [{ games: null, loaders: null }];

/** Builds for several systems contain each library under the name that its loader expects. */
const LIBRARY = {
  hosts: JAVA_HOSTS,
  container: 'jar',
  extensions: words('dll so dylib jnilib'),
  why: 'native libraries, which a Java mod loads out of its jar',
} as const;

/** Scripts that Forge runs. Their extension is that of a Windows script. */
const COREMOD = {
  hosts: [{ games: MINECRAFT, loaders: ['forge', 'neoforge'] }],
  container: 'jar',
  kind: 'windows_script',
  extensions: words('js'),
} as const;

/** The game folder of Minecraft in packs for launchers. Other packs have it at the root. */
const GAME_FOLDER = '(?:(?:(?:client-|server-)?overrides|\\.?minecraft)/)?';

/** The folders whose scripts KubeJS runs. Add-ons of KubeJS also load those without `kubejs/`. */
const KUBEJS_SCRIPTS = new RegExp(
  [
    `^${GAME_FOLDER}kubejs/(?:startup|server|client)_scripts/`,
    `^${GAME_FOLDER}kubejs/data/[^/]+/kubejs/`,
    '^(?:startup|server|client)_scripts/',
    '^data/[^/]+/kubejs/',
  ].join('|'),
  'i',
);

/** Names of Windows files that hold the thumbnails of a folder. */
export const THUMBNAIL_CACHES = words('thumbs.db ehthumbs.db');

/**
 * The normal content of games and loaders. Class files are of no special kind and need no row. The
 * same holds for scripts of languages that only games run (Lua, Squirrel, Papyrus …). A game
 * without a row has no normal content. Disk images are never normal: an `.img` with game data may
 * start like one that Windows mounts.
 */
const NORMAL_CONTENT: readonly NormalContent[] = [
  {
    hosts: EVERY_HOST,
    container: null,
    kind: 'office_macro',
    names: THUMBNAIL_CACHES,
    form: 'thumbnail_cache',
    why: 'pictures that Windows leaves in folders; no program opens them',
  },
  {
    hosts: [{ games: MINECRAFT, loaders: null }],
    container: null,
    kind: 'unix_script',
    extensions: words('csh'),
    path: /(?:^|\/)shaders\/.+/i,
    form: 'shader',
    why: 'compute shaders; a script of the C shell would name its shell',
  },
  { ...LIBRARY, kind: 'windows_program' },
  { ...LIBRARY, kind: 'unix_program' },
  { ...LIBRARY, kind: 'mac_program' },
  {
    hosts: JAVA_HOSTS,
    container: 'jar',
    kind: 'archive',
    extensions: words('jar'),
    path: /^META-INF\/.+/i,
    form: 'zip',
    why: 'libraries, which the loaders of Java mods take out of a jar',
  },
  {
    ...COREMOD,
    path: /^coremods\/.+/,
    why: 'the usual folder of coremods, also for the scripts that they load themselves',
  },
  {
    ...COREMOD,
    manifest: 'forge_coremods',
    why: 'coremods, which the loader runs out of the jar',
  },
  {
    hosts: [{ games: MINECRAFT, loaders: null }],
    container: null,
    kind: 'archive',
    extensions: words('nbt dat dat_old schem schematic litematic'),
    form: 'gzipped_nbt',
    why: 'worlds, structures and schematics',
  },
  {
    hosts: [{ games: MINECRAFT, loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    packPath: KUBEJS_SCRIPTS,
    why: 'scripts of KubeJS; CraftTweaker runs only .zs',
  },
  {
    hosts: [{ games: ['minecraft-bedrock'], loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    manifest: 'bedrock_pack',
    why: 'scripts of behaviour packs',
  },
  {
    hosts: [{ games: ['rpg-maker-mv', 'rpg-maker-mz'], loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    packPath: /^(?:www\/)?js\/.+/i,
    why: 'plugins and core scripts of a game',
  },
  {
    hosts: [{ games: ['sims-4', 'the-sims-4'], loaders: null }],
    container: null,
    kind: 'interpreted_script',
    extensions: words('pyc py'),
    why: 'scripts that the game runs',
  },
  {
    hosts: [{ games: ['rfactor', 'rfactor-2'], loaders: null }],
    container: null,
    kind: 'office_macro',
    extensions: words('mas'),
    why: 'archives of the game; Access has shortcuts of this extension',
  },
  {
    hosts: [{ games: ['foundry-vtt'], loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    manifest: 'foundry_package',
    why: 'scripts of packages, which the browser runs',
  },
];

/**
 * Content that loaders need, but that could harm players, who unpack it. It goes to review unless
 * an operator has allowed it for the game. The ids are stored with games, so they must not change.
 */
export const ALLOWABLE_CONTENT = {
  bepinex_libraries: {
    hosts: [{ games: null, loaders: ['bepinex', 'bepinex5', 'bepinex6'] }],
    container: null,
    kind: 'windows_program',
    extensions: words('dll'),
    why: 'plugins of BepInEx',
  },
  smapi_libraries: {
    hosts: [{ games: null, loaders: ['smapi'] }],
    container: null,
    kind: 'windows_program',
    extensions: words('dll'),
    why: 'mods of SMAPI',
  },
  ksp_libraries: {
    hosts: [
      { games: ['ksp', 'kerbal-space-program', 'ksp-2', 'kerbal-space-program-2'], loaders: null },
      { games: null, loaders: ['ksp'] },
    ],
    container: null,
    kind: 'windows_program',
    extensions: words('dll'),
    why: 'plugins of Kerbal Space Program',
  },
  skse_libraries: {
    hosts: [{ games: null, loaders: ['skse', 'skse64', 'sksevr', 'f4se', 'nvse', 'fose', 'obse'] }],
    container: null,
    kind: 'windows_program',
    extensions: words('dll'),
    path: /(?:^|\/)(?:skse|f4se|nvse|fose|obse)\/plugins\/[^/]+$/i,
    why: 'plugins of script extenders',
  },
  ts4_scripts: {
    hosts: [{ games: ['sims-4', 'the-sims-4'], loaders: null }],
    container: null,
    kind: 'archive',
    extensions: words('ts4script'),
    form: 'zip',
    why: 'archives of scripts that The Sims 4 runs',
  },
  packed_blends: {
    hosts: EVERY_HOST,
    container: null,
    kind: 'archive',
    extensions: words('blend'),
    form: 'packed_blend',
    why: 'compressed scenes of Blender, which may hold scripts',
  },
} as const satisfies Readonly<Record<string, NormalContent>>;

/** A content that an operator may allow for a game. */
export type AllowableContentId = keyof typeof ALLOWABLE_CONTENT;

/** Returns whether a stored or typed id is registered. */
export function isAllowableContent(id: string): id is AllowableContentId {
  return Object.hasOwn(ALLOWABLE_CONTENT, id);
}

/** The game, loaders and settings that decide which content of an upload is normal. */
export interface ContentSetting {
  /** The slug of the game. Without one, `allowed` has no effect. */
  readonly game: string | null;
  /** The loaders that the version names. */
  readonly loaders: readonly string[];
  /** Ids of content that the operator allows for the game. */
  readonly allowed: readonly string[];
}

/** The special content that is normal in one upload, or that an operator could make normal. */
export interface ContentPolicy {
  readonly normal: readonly NormalContent[];
  /** The rows that an operator could allow for the game, and has not allowed. */
  readonly allowable: readonly (NormalContent & { readonly id: AllowableContentId })[];
}

/** Returns the rows of the registry that apply to an upload, by its game and loaders. */
export function contentPolicyOf({ game, loaders, allowed }: ContentSetting): ContentPolicy {
  const isHost = ({ hosts }: NormalContent): boolean =>
    hosts.some(
      (host) =>
        (host.games === null || (game !== null && host.games.includes(game))) &&
        (host.loaders === null || host.loaders.some((loader) => loaders.includes(loader))),
    );
  const allowable = Object.entries<NormalContent>(ALLOWABLE_CONTENT).flatMap(([id, row]) =>
    isAllowableContent(id) && isHost(row) ? [{ ...row, id }] : [],
  );
  const isAllowed = ({ id }: { readonly id: string }): boolean =>
    game !== null && allowed.includes(id);
  return {
    normal: [...NORMAL_CONTENT.filter(isHost), ...allowable.filter(isAllowed)],
    allowable: allowable.filter((row) => !isAllowed(row)),
  };
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
