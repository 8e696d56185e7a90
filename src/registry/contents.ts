/** Why a person has to decide. Stored with the upload and shown to its creator. */
export type ReviewReason =
  /** A name of a file or folder shows or becomes another one on some system. */
  | 'ambiguous_name'
  | 'antivirus_stream_limit'
  | 'antivirus_unknown'
  | 'executable_content'
  /** The decoder fell over, or did nothing for too long. */
  | 'inspection_failed'
  /** It needs more memory to unpack than an inspection has. */
  | 'inspection_memory'
  /** The scan came to no conclusion within its attempts. */
  | 'manual_intervention_required'
  /** It is packed by a method, or uses a feature, that is not read here. */
  | 'method_not_supported'
  | 'nested_archive'
  | 'nested_archive_not_inspected'
  /** The archive gives nothing that its content could be compared with. */
  | 'unverified_content';

/** The systems on which a content does something by itself. */
type Platform = 'windows' | 'macos' | 'linux' | 'android';

/** First bytes of a content, one character each, from `at` on. */
export interface Magic {
  readonly at?: number;
  readonly text: string;
}

/** One kind of content that is more than data of a game. */
export interface ContentKind {
  /** `refused` is `archive_dangerous_entry`: nobody packs it without meaning harm. */
  readonly consequence: 'executable_content' | 'nested_archive' | 'refused';
  /** Where it runs or is opened without any further program. */
  readonly platforms: readonly Platform[];
  readonly why: string;
  /** Extensions in lower case, without the dot. */
  readonly extensions?: ReadonlySet<string>;
  /** Whole names in lower case, in any folder. */
  readonly names?: ReadonlySet<string>;
  /** Extensions of folders that a desktop opens as one program, in lower case. */
  readonly bundles?: ReadonlySet<string>;
  /** What a name must not look like. */
  readonly pattern?: RegExp;
  /** The check of the bytes that finds out whether the content does nothing. */
  readonly harmless?: 'local_folder_setting';
  readonly magics?: readonly Magic[];
}

const EVERYWHERE = ['windows', 'macos', 'linux'] as const;

/**
 * What is no plain data, by name or first bytes: executables need a person, nested archives too, and
 * scenarios that only make sense as an attack are refused (Spec 4.4). What is refused comes first, then
 * the first bytes decide, then the name.
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
    extensions: words('exe dll com scr pif cpl sys drv ocx ax efi mui xll'),
    magics: [{ text: 'MZ' }],
  },
  windows_script: {
    consequence: 'executable_content',
    platforms: ['windows'],
    why: 'run by a double click: the shell, PowerShell, Windows Script Host, HTML applications',
    extensions: words(
      'bat cmd ps1 psm1 psd1 ps1xml vbs vbe js jse ws wsf wsh wsc sct hta chm shb shs xbap',
    ),
    magics: [{ text: 'ITSF' }],
  },
  windows_setting: {
    consequence: 'executable_content',
    platforms: ['windows'],
    why: 'changes the system, or leads to a program or a foreign server, when opened or only shown',
    extensions: words(
      'reg lnk url scf appref-ms library-ms search-ms searchconnector-ms settingcontent-ms',
      'themepack deskthemepack msc gadget application vsto website diagcab xnk rdp osdx ppkg',
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
  },
  unix_script: {
    consequence: 'executable_content',
    platforms: ['macos', 'linux'],
    why: 'run by the shell or the desktop',
    extensions: words(
      'sh bash zsh csh tcsh ksh fish command desktop scpt scptd applescript terminal',
      'inetloc fileloc webloc mobileconfig',
    ),
    bundles: words('scptd'),
  },
  office_macro: {
    consequence: 'executable_content',
    platforms: ['windows', 'macos'],
    why: 'documents with macros, and the containers in which older ones, and installers, may have them',
    extensions: words('docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm xla iqy'),
    names: words('vbaproject.bin'),
    magics: [{ text: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' }],
  },
  archive: {
    consequence: 'nested_archive',
    platforms: EVERYWHERE,
    why: 'what lies in it was not, or not wholly, looked into',
    extensions: words(
      'zip jar war ear 7z rar tar gz tgz bz2 tbz tbz2 xz txz zst lz lz4 lzma z cab iso arj',
      'ace lzh lha vhd vhdx wim cpio zipx',
    ),
    magics: [
      { text: 'PK\x03\x04' },
      { text: 'PK\x05\x06' },
      { text: '7z\xbc\xaf\x27\x1c' },
      { text: 'Rar!\x1a\x07' },
      { text: 'BZh' },
      { text: '\xfd7zXZ\0' },
      { text: '\x28\xb5\x2f\xfd' },
      { text: 'MSCF\0\0\0\0' },
      { text: '\x1f\x8b' },
      { at: 257, text: 'ustar' },
    ],
  },
};

/**
 * How many bytes of a content decide of what kind it is: enough for the magic of tar, also where gzip
 * packs what begins so.
 */
export const CLASSIFIED_BYTES = 1_024;

/** A game and the loaders for which a content is normal. */
export interface ContentHost {
  /** The slugs that a game goes by. */
  readonly games: readonly string[];
  /** Loaders of which the version has to name one, or null where they do not matter. */
  readonly loaders: readonly string[] | null;
}

/** A content that is of such a kind, and still what a game or a loader lives on. */
export interface NormalContent {
  readonly hosts: readonly ContentHost[];
  /** Only inside of a `.jar`, which players do not unpack. */
  readonly container: 'jar' | null;
  readonly kind: string;
  readonly extensions: ReadonlySet<string>;
  /** Where in the archive it has to lie. */
  readonly path?: RegExp;
  /** What its bytes have to be: a ZIP is then looked into, and NBT, data of Minecraft, holds no files. */
  readonly form?: 'zip' | 'gzipped_nbt';
  readonly why: string;
}

const MINECRAFT = ['minecraft', 'minecraft-java'];

/** Those whose mods are jars. */
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

const LIBRARY = {
  hosts: JAVA_HOSTS,
  container: 'jar',
  why: 'native libraries, which a Java mod loads out of its jar',
} as const;

/**
 * Normal content. Class files are of no kind above and need no row; scripts of languages that only
 * games run (Lua, Squirrel, Papyrus …) neither. A game that is not named here has none.
 */
export const NORMAL_CONTENT: readonly NormalContent[] = [
  { ...LIBRARY, kind: 'windows_program', extensions: words('dll') },
  { ...LIBRARY, kind: 'unix_program', extensions: words('so') },
  { ...LIBRARY, kind: 'mac_program', extensions: words('dylib jnilib') },
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
    hosts: [{ games: MINECRAFT, loaders: ['forge', 'neoforge'] }],
    container: 'jar',
    kind: 'windows_script',
    extensions: words('js'),
    why: 'transformers of classes, which the loader runs',
  },
  {
    hosts: [{ games: MINECRAFT, loaders: null }],
    container: null,
    kind: 'archive',
    extensions: words('nbt dat schem schematic litematic'),
    form: 'gzipped_nbt',
    why: 'worlds, structures and schematics',
  },
  {
    hosts: [{ games: MINECRAFT, loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    path: /(?:^|\/)(?:kubejs|scripts|custom_scripts)\/.+/i,
    why: 'scripts of KubeJS and CraftTweaker',
  },
  {
    hosts: [{ games: MINECRAFT, loaders: ['kubejs', 'crafttweaker', 'rhino'] }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    why: 'the loader runs nothing else',
  },
  {
    hosts: [{ games: ['minecraft-bedrock'], loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    path: /(?:^|\/)scripts\/.+/i,
    why: 'scripts of behaviour packs',
  },
  {
    hosts: [{ games: ['rpg-maker-mv', 'rpg-maker-mz'], loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    path: /(?:^|\/)js\/.+/i,
    why: 'plugins',
  },
  {
    hosts: [{ games: ['foundry-vtt'], loaders: null }],
    container: null,
    kind: 'windows_script',
    extensions: words('js'),
    why: 'modules are made of scripts that the browser runs',
  },
];

/** The normal content of an upload for a game, by a version that names these loaders. */
export function normalContentOf(
  game: string | null,
  loaders: readonly string[],
): readonly NormalContent[] {
  if (game === null) return [];
  const isHost = (host: ContentHost): boolean =>
    host.games.includes(game) &&
    (host.loaders === null || host.loaders.some((loader) => loaders.includes(loader)));
  return NORMAL_CONTENT.filter((row) => row.hosts.some(isHost));
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
