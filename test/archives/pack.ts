import sevenZip from '7z-wasm';

interface Program {
  readonly FS: {
    mkdir(path: string): void;
    writeFile(path: string, bytes: Uint8Array | string): void;
    readFile(path: string): Uint8Array;
    chdir(path: string): void;
  };
  callMain(args: readonly string[]): number;
}

/**
 * Packs files from one flat folder with the 7-Zip program and its arguments. The writers in this
 * folder only store.
 */
export async function pack(
  archive: string,
  files: Readonly<Record<string, Uint8Array | string>>,
  ...args: readonly string[]
): Promise<Buffer> {
  const create = sevenZip as unknown as (options: object) => Promise<Program>;
  const program = await create({ print() {}, printErr() {} });
  program.FS.mkdir('/files');
  program.FS.chdir('/files');
  for (const [name, bytes] of Object.entries(files)) program.FS.writeFile(name, bytes);
  const code = program.callMain(['a', ...args, `/${archive}`, ...Object.keys(files)]);
  if (code !== 0) throw new Error(`7-Zip ended with ${code}`);
  return Buffer.from(program.FS.readFile(`/${archive}`));
}
