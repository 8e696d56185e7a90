/** One way to pack a folder with a tool. */
export interface Mode {
  readonly mode: string;
  /** Extension of the archive; `zip` unless given. */
  readonly extension?: 'jar' | '7z';
  /**
   * A bash command, run in the folder: `$OUT` is the archive, `$PROGRAMS` the folder of our
   * programs.
   */
  readonly command: string;
  /** The code of the rejection; without one the archive is ready. */
  readonly refused?: string;
}

/** A tool and its tested modes. */
export interface Tool {
  readonly tool: string;
  /** A command that succeeds if the tool is installed. */
  readonly installed: string;
  readonly modes: readonly Mode[];
}

const METHOD = 'archive_validation_failed';
const ZIP64 = 'zip64_not_supported';
const ENCRYPTED = 'archive_encrypted_entry';

const infoZip: Tool = {
  tool: 'Info-ZIP (zip)',
  installed: 'zip -v',
  modes: [
    { mode: 'recursive', command: 'zip -qr "$OUT" .' },
    { mode: 'named files and folders', command: 'zip -qr "$OUT" *' },
    { mode: 'without compression (-0)', command: 'zip -qr0 "$OUT" .' },
    { mode: 'best compression (-9)', command: 'zip -qr9 "$OUT" .' },
    { mode: 'without folder entries (-D)', command: 'zip -qrD "$OUT" .' },
    { mode: 'without extra fields (-X)', command: 'zip -qrX "$OUT" .' },
    { mode: 'into a pipe', command: 'zip -qr - . | cat >"$OUT"' },
    { mode: 'with data descriptors (-fd)', command: 'zip -qr -fd "$OUT" .' },
    { mode: 'names in UTF-8 (-UN=UTF8)', command: 'zip -qr -UN=UTF8 "$OUT" .' },
    { mode: 'updated (-u)', command: 'zip -qr "$OUT" assets && zip -qru "$OUT" .' },
    { mode: 'an entry deleted (-d)', command: 'zip -qr "$OUT" . && zip -qd "$OUT" empty.cfg' },
    { mode: 'with a comment (-z)', command: 'zip -qr "$OUT" . && echo hello | zip -qz "$OUT"' },
    { mode: 'forced ZIP64 (-fz)', command: 'zip -qr -fz "$OUT" .', refused: ZIP64 },
    { mode: 'bzip2 (-Z bzip2)', command: 'zip -qr -Z bzip2 "$OUT" .', refused: METHOD },
    { mode: 'with a password (-P)', command: 'zip -qr -P secret "$OUT" .', refused: ENCRYPTED },
  ],
};

const libarchive: Tool = {
  tool: 'libarchive (bsdtar; tar of macOS and Windows)',
  installed: 'bsdtar --version',
  modes: [
    { mode: 'ZIP by extension (-a)', command: 'bsdtar -acf "$OUT" .' },
    { mode: 'ZIP of named files', command: 'bsdtar -acf "$OUT" *' },
    { mode: 'ZIP into a pipe', command: 'bsdtar --format zip -cf - . | cat >"$OUT"' },
    {
      mode: 'ZIP without compression',
      command: 'bsdtar --format zip --options zip:compression=store -cf "$OUT" *',
    },
    {
      mode: 'ZIP without compression, into a pipe',
      command: 'bsdtar --format zip --options zip:compression=store -cf - * | cat >"$OUT"',
    },
    ...['lzma1', 'lzma2', 'deflate', 'bzip2', 'ppmd', 'store'].map((method) => ({
      mode: `7z, ${method}`,
      extension: '7z' as const,
      command: `bsdtar --format 7zip --options 7zip:compression=${method} -cf "$OUT" *`,
    })),
  ],
};

/** The modes of 7-Zip, for one of its programs. */
function sevenZip(tool: string, program: string): Tool {
  const pack = (options: string) => `${program} a -bso0 ${options} "$OUT" .`;
  return {
    tool,
    installed: `${program} i`,
    modes: [
      { mode: 'ZIP', command: pack('-tzip') },
      ...[0, 1, 9].map((x) => ({ mode: `ZIP, -mx=${x}`, command: pack(`-tzip -mx=${x}`) })),
      { mode: 'ZIP, names in UTF-8 (-mcu)', command: pack('-tzip -mcu=on') },
      { mode: 'ZIP, names in a code page (-mcl)', command: pack('-tzip -mcl=on') },
      { mode: 'ZIP to standard output', command: `${program} a -tzip -so -an . >"$OUT"` },
      ...['Deflate64', 'BZip2', 'LZMA', 'PPMd'].map((method) => ({
        mode: `ZIP, -mm=${method}`,
        command: pack(`-tzip -mm=${method}`),
        refused: METHOD,
      })),
      { mode: 'ZIP with a password', command: pack('-tzip -psecret'), refused: ENCRYPTED },
      ...[0, 1, 5, 9].map((x) => ({
        mode: `7z, -mx=${x}`,
        extension: '7z' as const,
        command: pack(`-t7z -mx=${x}`),
      })),
      ...['LZMA', 'LZMA2', 'PPMd', 'BZip2', 'Deflate', 'Deflate64', 'Copy'].map((method) => ({
        mode: `7z, -m0=${method}`,
        extension: '7z' as const,
        command: pack(`-t7z -m0=${method}`),
      })),
      { mode: '7z, not solid (-ms=off)', extension: '7z', command: pack('-t7z -ms=off') },
      { mode: '7z, plain head (-mhc=off)', extension: '7z', command: pack('-t7z -mhc=off') },
      { mode: '7z, filter BCJ2', extension: '7z', command: pack('-t7z -mf=BCJ2') },
      { mode: '7z, filter Delta', extension: '7z', command: pack('-t7z -mf=Delta:4') },
      {
        mode: '7z with a password',
        extension: '7z',
        command: pack('-t7z -psecret'),
        refused: ENCRYPTED,
      },
      {
        mode: '7z with hidden names (-mhe)',
        extension: '7z',
        command: pack('-t7z -psecret -mhe=on'),
        refused: ENCRYPTED,
      },
    ],
  };
}

const antTarget = (target: string) =>
  `ant -q -f "$PROGRAMS/build.xml" -Dfolder="$PWD" -Darchive="$OUT" ${target}`;

const ant: Tool = {
  tool: 'Ant',
  installed: 'ant -version',
  modes: [
    { mode: 'zip', command: antTarget('default') },
    { mode: 'zip, without compression', command: antTarget('stored') },
    { mode: 'zip, files only', command: antTarget('files-only') },
    { mode: 'zip, names in UTF-8', command: antTarget('utf-8') },
    { mode: 'zip, Unicode path extras', command: antTarget('unicode-extra') },
    { mode: 'zip, zip64Mode never', command: antTarget('zip64-never') },
    { mode: 'zip, updated', command: antTarget('updated') },
    { mode: 'jar', extension: 'jar', command: antTarget('jar') },
    { mode: 'zip, zip64Mode always', command: antTarget('zip64-always'), refused: ZIP64 },
  ],
};

const COMMONS = '/usr/share/java/commons-compress.jar:/usr/share/java/xz.jar';

const commonsCall = (mode: string) =>
  `java -cp ${COMMONS} "$PROGRAMS/PackCommons.java" ${mode} . "$OUT"`;

const commons: Tool = {
  tool: 'commons-compress',
  installed: 'java -version && test -e /usr/share/java/commons-compress.jar',
  modes: [
    { mode: 'ZIP, a file', command: commonsCall('file') },
    { mode: 'ZIP, a stream', command: commonsCall('streamed') },
    { mode: 'ZIP, Zip64Mode.Never', command: commonsCall('zip64-never') },
    { mode: 'ZIP, Unicode path extras', command: commonsCall('unicode-extra') },
    { mode: 'ZIP, Zip64Mode.Always', command: commonsCall('zip64-always'), refused: ZIP64 },
    {
      mode: 'ZIP, Zip64Mode.AlwaysWithCompatibility',
      command: commonsCall('zip64-compatible'),
      refused: ZIP64,
    },
    { mode: '7z', extension: '7z', command: commonsCall('7z') },
  ],
};

const javaCall = (mode: string) => `java "$PROGRAMS/Pack.java" ${mode} . "$OUT"`;

const java: Tool = {
  tool: 'Java (java.util.zip and jar)',
  installed: 'java -version && jar --version',
  modes: [
    { mode: 'ZipOutputStream', command: javaCall('deflated') },
    { mode: 'ZipOutputStream, stored', command: javaCall('stored') },
    { mode: 'JarOutputStream', extension: 'jar', command: javaCall('jar') },
    { mode: 'file system of a ZIP', command: javaCall('file-system') },
    { mode: 'jar --create', extension: 'jar', command: 'jar cf "$OUT" .' },
    { mode: 'jar, without manifest', extension: 'jar', command: 'jar cfM "$OUT" .' },
    { mode: 'jar, without compression', extension: 'jar', command: 'jar cf0 "$OUT" .' },
    {
      mode: 'jar, updated',
      extension: 'jar',
      command: 'jar cf "$OUT" assets && jar uf "$OUT" lang readme.txt',
    },
  ],
};

const goCall = (mode: string) => `go run "$PROGRAMS/pack.go" ${mode} . "$OUT"`;

const go: Tool = {
  tool: 'Go (archive/zip)',
  installed: 'go version',
  modes: [
    { mode: 'Create', command: goCall('created') },
    { mode: 'CreateHeader, stored', command: goCall('stored') },
    { mode: 'CreateRaw', command: goCall('raw') },
    { mode: 'AddFS', command: goCall('add-fs') },
  ],
};

const rustCall = (mode: string) =>
  `cargo run -q --release --locked --manifest-path "$PROGRAMS/rust/Cargo.toml" -- ${mode} . "$OUT"`;

const rust: Tool = {
  tool: 'Rust (crate zip)',
  installed: 'cargo --version',
  modes: [
    { mode: 'deflated', command: rustCall('deflated') },
    { mode: 'stored', command: rustCall('stored') },
    { mode: 'into a stream', command: rustCall('streamed') },
    { mode: 'large_file(true)', command: rustCall('large-file'), refused: ZIP64 },
  ],
};

const pythonCall = (mode: string) => `"$PYTHON" "$PROGRAMS/pack.py" ${mode} . "$OUT"`;

const python: Tool = {
  tool: 'Python (zipfile, shutil, py7zr)',
  installed: '"$PYTHON" -c "import py7zr"',
  modes: [
    { mode: 'zipfile, write', command: pythonCall('deflated') },
    { mode: 'zipfile, writestr', command: pythonCall('strings') },
    { mode: 'zipfile, stored', command: pythonCall('stored') },
    { mode: 'zipfile, into a pipe', command: pythonCall('streamed') },
    { mode: 'zipfile, force_zip64', command: pythonCall('zip64-forced') },
    { mode: 'shutil.make_archive', command: pythonCall('make-archive') },
    { mode: 'py7zr', extension: '7z', command: pythonCall('py7zr') },
    { mode: 'zipfile, ZIP_BZIP2', command: pythonCall('bzip2'), refused: METHOD },
    { mode: 'zipfile, ZIP_LZMA', command: pythonCall('lzma'), refused: METHOD },
  ],
};

/** All tested tools; `docs/uploads.md` has the same table. */
export const TOOLS: readonly Tool[] = [
  infoZip,
  libarchive,
  sevenZip('7-Zip (7zz)', '7zz'),
  sevenZip('p7zip (7z)', '7z'),
  ant,
  commons,
  java,
  go,
  rust,
  python,
];
