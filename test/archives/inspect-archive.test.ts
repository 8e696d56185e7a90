import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import AdmZip from 'adm-zip';
import { describe, expect, test } from 'vitest';
import { longTest } from '../rounds.js';
import { EICAR, inspect, verdictOf } from './inspect.js';
import { packed, text, virus } from './inspected-entries.js';
import { type EntrySpec, writeZip } from './zip-writer.js';

const jar = {
  filename: 'mod.jar',
  contentType: 'application/java-archive',
  game: 'minecraft',
  loaders: ['fabric'],
};

const digest = (algorithm: string, bytes: Buffer) =>
  createHash(algorithm).update(bytes).digest('hex');

describe('clean archives', () => {
  test('an archive from a common library is clean, with its digests and contents', async () => {
    const zip = new AdmZip();
    zip.addFile('fabric.mod.json', Buffer.from('{"id":"example"}'));
    zip.addFile('assets/example/lang/de_de.json', Buffer.from('{}'.repeat(2000)));
    const bytes = zip.toBuffer();
    const sha512 = digest('sha512', bytes);
    const sha1 = digest('sha1', bytes);
    expect(await inspect(bytes, { sha512, sha1 })).toEqual({
      sizeBytes: bytes.length,
      sha256: digest('sha256', bytes),
      sha512,
      sha1,
      outcome: {
        kind: 'clean',
        entries: {
          count: 2,
          totalSizeBytes: 4016,
          paths: expect.arrayContaining(['fabric.mod.json', 'assets/example/lang/de_de.json']),
        },
      },
    });
  });

  test('a Java mod is clean with its classes, nested libraries and native code', async () => {
    const library = writeZip([
      { name: 'lib/A.class', content: Buffer.from('cafebabe00000041', 'hex') },
    ]);
    const bytes = writeZip([
      { name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0\r\n' },
      { name: 'mod/Main.class', content: Buffer.from('cafebabe00000034', 'hex') },
      { name: 'META-INF/jars/library.jar', content: library },
      { name: 'natives/audio.dll', content: 'MZ\x90\0' },
      { name: 'natives/libaudio.so', content: '\x7fELF', method: 'deflate' },
      { name: 'data/house.nbt', content: gzipSync(Buffer.from('0a00000300', 'hex')) },
      { name: 'data/example/kubejs/script.js', content: 'onEvent()' },
    ]);
    expect(await verdictOf(bytes, jar)).toBe('clean');
  });

  test('a nested library without content is clean', async () => {
    const bytes = writeZip([
      text,
      { name: 'META-INF/jars/none.jar', content: writeZip([{ name: 'a/' }]) },
    ]);
    expect(await verdictOf(bytes, jar)).toBe('clean');
  });

  test('the inspection lists at most a thousand paths', async () => {
    const entries = Array.from({ length: 1200 }, (_, i) => ({ name: `f${i}`, content: 'x' }));
    const { outcome } = await inspect(writeZip(entries));
    expect(outcome).toMatchObject({ kind: 'clean', entries: { count: 1200 } });
    expect(outcome.kind === 'clean' && outcome.entries.paths).toHaveLength(1000);
  });
});

describe('bytes that differ from the announced ones', () => {
  const good = writeZip([text, packed]);
  const wrong = digest('sha256', Buffer.from('others'));

  test.each([
    ['size_mismatch', { sizeBytes: good.length + 1 }],
    ['sha256_mismatch', { sha256: wrong }],
    ['hash_mismatch', { sha512: digest('sha512', Buffer.from('others')) }],
    ['hash_mismatch', { sha1: digest('sha1', Buffer.from('others')) }],
    ['unsupported_archive_extension', { filename: 'mod.tar.gz' }],
    ['archive_magic_mismatch', { filename: 'mod.7z', contentType: null }],
    ['archive_magic_mismatch', { filename: 'mod.rar', contentType: null }],
    ['archive_mime_mismatch', { contentType: 'image/png' }],
    ['archive_mime_mismatch', { contentType: 'application/java-archive' }],
  ])('%s rejects bytes that differ from the announced ones', async (code, over) => {
    expect(await verdictOf(good, over)).toBe(code);
  });

  test('bytes that are no archive are rejected for their magic', async () => {
    expect(await verdictOf(Buffer.from('\x89PNG\r\n\x1a\n and so on'))).toBe(
      'archive_magic_mismatch',
    );
    expect(await verdictOf(Buffer.alloc(0))).toBe('archive_magic_mismatch');
  });

  test('a neutral media type, parameters of it and an uppercase digest are accepted', async () => {
    for (const contentType of [null, 'application/octet-stream', 'Application/ZIP; charset=x']) {
      expect(await verdictOf(good, { contentType })).toBe('clean');
    }
    expect(await verdictOf(good, { sha256: digest('sha256', good).toUpperCase() })).toBe('clean');
  });

  test('the verdict names the first fault in the order size, digest, malware, structure, review', async () => {
    const bad = writeZip([
      { ...text, name: 'run.exe' },
      { ...text, name: 'virus.txt', content: EICAR },
      { ...text, gap: Buffer.from('gap') },
    ]);
    expect(await verdictOf(bad, { sizeBytes: 1, sha256: wrong })).toBe('size_mismatch');
    expect(await verdictOf(bad, { sha256: wrong })).toBe('sha256_mismatch');
    expect(await verdictOf(bad)).toBe('infected EICAR-Test-File');
    expect(await verdictOf(bad, { filename: 'mod.7z', contentType: null })).toBe(
      'infected EICAR-Test-File',
    );
    const noVirus = writeZip([
      { ...text, name: 'run.exe' },
      { ...text, gap: Buffer.from('gap') },
    ]);
    expect(await verdictOf(noVirus)).toBe('archive_validation_failed');
  });
});

describe('malware', () => {
  const infected = 'infected EICAR-Test-File';
  const within = (archive: Buffer, name = 'inner.zip'): EntrySpec => ({
    name,
    content: archive,
    method: 'deflate',
  });

  test.each([
    ['stored', [{ ...virus, method: 'store' as const }]],
    ['deflated', [text, virus]],
    ['stored in a deflated archive', [within(writeZip([{ ...virus, method: 'store' as const }]))]],
    ['with a data descriptor', [{ ...virus, descriptor: 'signed' as const }]],
    ['in an archive within', [within(writeZip([virus]))]],
    ['three archives deep', [within(writeZip([within(writeZip([within(writeZip([virus]))]))]))]],
    ['in a nested archive of another name', [within(writeZip([virus]), 'picture.png')]],
  ])('malware is found %s', async (_, entries) => {
    expect(await verdictOf(writeZip(entries))).toBe(infected);
  });

  test('malware is found in a library of a jar', async () => {
    const entry = within(writeZip([virus]), 'META-INF/jars/library.jar');
    expect(await verdictOf(writeZip([entry]), jar)).toBe(infected);
  });

  test('malware is found in the raw bytes of broken archives', async () => {
    const opaque = Buffer.concat([Buffer.from('377abcaf271c', 'hex'), Buffer.from(EICAR)]);
    expect(await verdictOf(opaque, { filename: 'mod.7z', contentType: null })).toBe(infected);
    const broken = writeZip([text], { suffix: Buffer.from(EICAR) });
    expect(await verdictOf(broken)).toBe(infected);
  });
});

describe('content that goes to review', () => {
  test.each([
    ['executable_content', { name: 'setup.EXE', content: 'x' }],
    ['executable_content', { name: 'innocent.txt', content: 'MZ\x90\0' }],
    ['executable_content', { name: 'tool', content: '\x7fELF', method: 'deflate' as const }],
    ['executable_content', { name: 'tool', content: Buffer.from('cafebabe00000002', 'hex') }],
    ['executable_content', { name: 'run.sh', content: '#!/bin/sh' }],
    ['nested_archive', { name: 'more.zip', content: writeZip([text]) }],
    ['nested_archive', { name: 'more', content: writeZip([text]), method: 'deflate' as const }],
    ['nested_archive', { name: 'more.tar', content: 'x' }],
    ['nested_archive', { name: 'more', content: `${'\0'.repeat(257)}ustar` }],
    ['nested_archive', { name: 'more.rar', content: 'Rar!\x1a\x07\x00' }],
    ['nested_archive', { name: 'more', content: Buffer.from('1f8b0800', 'hex') }],
  ])('%s is the review reason for %o', async (reason, entry) => {
    expect(await verdictOf(writeZip([text, entry]))).toBe(`review ${reason}`);
  });

  test.each([
    ['executable_content', { name: 'run.bat', content: 'x' }],
    ['executable_content', { name: 'tool.bin', content: '\x7fELF' }],
    ['nested_archive', { name: 'other/library.jar', content: writeZip([text]) }],
    ['nested_archive', { name: 'META-INF/jars/none.jar', content: 'not a jar at all' }],
  ])('%s is the review reason in a jar for %o', async (reason, entry) => {
    expect(await verdictOf(writeZip([text, entry]), jar)).toBe(`review ${reason}`);
  });

  test('archives nested deeper than three levels go to review', async () => {
    let archive = writeZip([text]);
    for (let depth = 0; depth < 4; depth++)
      archive = writeZip([{ name: 'META-INF/in.jar', content: archive }]);
    expect(await verdictOf(archive, jar)).toBe('review nested_archive_not_inspected');
  });

  test('a fault in a nested archive rejects the whole upload', async () => {
    const inner = writeZip([{ ...text, name: '../evil' }]);
    const { outcome } = await inspect(writeZip([{ name: 'in.zip', content: inner }]));
    expect(outcome).toEqual({
      kind: 'rejected',
      code: 'archive_path_traversal',
      detail: 'within "in.zip": "../evil" leads out of the archive',
      findings: [{ code: 'archive_path_traversal', path: 'in.zip/../evil' }],
    });
  });

  longTest('a file above the antivirus stream limit goes to review', async () => {
    const content = Buffer.alloc(100 * 1024 * 1024 + 1, 'not a bomb, but large. ');
    expect(await verdictOf(writeZip([{ name: 'large.bin', content }]))).toBe(
      'review antivirus_stream_limit',
    );
  });
});
