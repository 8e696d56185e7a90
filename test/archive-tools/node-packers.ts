import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipWriter,
  type ZipWriterConstructorOptions,
} from '@zip.js/zip.js';
import AdmZip from 'adm-zip';
import { ZipArchive } from 'archiver';
import { Zip, ZipDeflate, ZipPassThrough, type Zippable, zipSync } from 'fflate';
import JSZip from 'jszip';
import { ZipFile } from 'yazl';
import { EMPTY_FOLDER, SAMPLE } from './sample.js';

/** One way to pack the sample with an npm package. */
export interface NodeMode {
  readonly tool: string;
  readonly mode: string;
  pack(): Promise<Uint8Array>;
  /** The code of the rejection; without one the archive is ready. */
  readonly refused?: string;
}

async function withArchiver(options: { store?: boolean; forceZip64?: boolean }, streamed = false) {
  const archive = new ZipArchive(options);
  const bytes = buffer(archive);
  archive.append('', { name: `${EMPTY_FOLDER}/`, type: 'directory' });
  for (const [name, content] of SAMPLE) {
    archive.append(streamed ? Readable.from([content]) : content, { name });
  }
  await archive.finalize();
  return bytes;
}

function withYazl(options: { compress?: boolean; forceZip64Format?: boolean }, streamed = false) {
  const file = new ZipFile();
  file.addEmptyDirectory(EMPTY_FOLDER);
  for (const [name, content] of SAMPLE) {
    if (streamed) file.addReadStream(Readable.from([content]), name, options);
    else file.addBuffer(content, name, options);
  }
  file.end();
  return buffer(file.outputStream);
}

function withJszip(options: JSZip.JSZipGeneratorOptions<'nodebuffer'>) {
  const zip = new JSZip();
  zip.folder(EMPTY_FOLDER);
  for (const [name, content] of SAMPLE) zip.file(name, content);
  return zip.generateAsync({ ...options, type: 'nodebuffer' });
}

async function withFflate(level: 0 | 6) {
  const files: Zippable = { [`${EMPTY_FOLDER}/`]: new Uint8Array() };
  for (const [name, content] of SAMPLE) files[name] = content;
  return zipSync(files, { level });
}

async function withFflateStream(stored: boolean) {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((fault, chunk) => {
    if (fault) throw fault;
    chunks.push(chunk);
  });
  for (const [name, content] of SAMPLE) {
    const entry = stored ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(entry);
    entry.push(content, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

async function withAdmZip(stored: boolean) {
  const zip = new AdmZip();
  zip.addFile(`${EMPTY_FOLDER}/`, Buffer.alloc(0));
  for (const [name, content] of SAMPLE) zip.addFile(name, content);
  if (stored) for (const entry of zip.getEntries()) entry.header.method = 0;
  return zip.toBuffer();
}

async function withZipJs(options: ZipWriterConstructorOptions) {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  await zip.add(EMPTY_FOLDER, undefined, { directory: true });
  for (const [name, content] of SAMPLE) await zip.add(name, new Uint8ArrayReader(content));
  return zip.close();
}

const ZIP64 = 'zip64_not_supported';

/** All tested npm packages; `docs/uploads.md` has the same table. */
export const NODE_MODES: readonly NodeMode[] = [
  { tool: 'archiver', mode: 'deflated', pack: () => withArchiver({}) },
  { tool: 'archiver', mode: 'stored', pack: () => withArchiver({ store: true }) },
  { tool: 'archiver', mode: 'from streams', pack: () => withArchiver({}, true) },
  {
    tool: 'archiver',
    mode: 'forceZip64',
    pack: () => withArchiver({ forceZip64: true }),
    refused: ZIP64,
  },
  { tool: 'yazl', mode: 'deflated', pack: () => withYazl({}) },
  { tool: 'yazl', mode: 'stored', pack: () => withYazl({ compress: false }) },
  { tool: 'yazl', mode: 'from streams', pack: () => withYazl({}, true) },
  {
    tool: 'yazl',
    mode: 'forceZip64Format',
    pack: () => withYazl({ forceZip64Format: true }),
    refused: ZIP64,
  },
  { tool: 'jszip', mode: 'stored', pack: () => withJszip({}) },
  { tool: 'jszip', mode: 'deflated', pack: () => withJszip({ compression: 'DEFLATE' }) },
  { tool: 'jszip', mode: 'streamFiles', pack: () => withJszip({ streamFiles: true }) },
  { tool: 'jszip', mode: 'platform UNIX', pack: () => withJszip({ platform: 'UNIX' }) },
  { tool: 'fflate', mode: 'zipSync', pack: () => withFflate(6) },
  { tool: 'fflate', mode: 'zipSync, stored', pack: () => withFflate(0) },
  { tool: 'fflate', mode: 'a stream', pack: () => withFflateStream(false) },
  { tool: 'fflate', mode: 'a stream, stored', pack: () => withFflateStream(true) },
  { tool: 'adm-zip', mode: 'deflated', pack: () => withAdmZip(false) },
  { tool: 'adm-zip', mode: 'stored', pack: () => withAdmZip(true) },
  { tool: 'zip.js', mode: 'deflated', pack: () => withZipJs({}) },
  { tool: 'zip.js', mode: 'stored', pack: () => withZipJs({ level: 0 }) },
  {
    tool: 'zip.js',
    mode: 'without data descriptors',
    pack: () => withZipJs({ dataDescriptor: false }),
  },
  { tool: 'zip.js', mode: 'zip64', pack: () => withZipJs({ zip64: true }), refused: ZIP64 },
];
