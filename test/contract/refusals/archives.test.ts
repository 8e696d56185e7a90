import { expect, it } from 'vitest';
import type { HostileArchive } from '../../archives/corpus/hostile-archive.js';
import { PATH_ARCHIVES } from '../../archives/corpus/paths.js';
import { ZIP_ARCHIVES } from '../../archives/corpus/zip.js';
import { EICAR } from '../../archives/inspect.js';
import { writeZip } from '../../archives/zip-writer.js';
import { archiveOf, sha256Of } from '../../publishing.js';
import { digestOf } from '../../references.js';
import { everyNth } from '../../rounds.js';
import { useScans } from '../../workers/publishing/scans.js';

// The codes with which the scan of an upload fails. Other tests prove which bytes get which code;
// these prove that the creator reads the code in the upload.
const { upload, newTarget } = useScans();

const CORPUS = [...PATH_ARCHIVES, ...ZIP_ARCHIVES];

/** The first archive of the corpus that gets a code. */
function hostile(code: string): HostileArchive {
  const found = CORPUS.find(({ verdict }) => verdict === code);
  if (!found) throw new Error(`no archive of the corpus gets ${code}`);
  return found;
}

/** The codes that the structure of an archive causes. */
const CODES = [
  'archive_dangerous_entry',
  'archive_duplicate_path',
  'archive_empty',
  'archive_encrypted_entry',
  'archive_path_traversal',
  'archive_symlink_entry',
  'archive_validation_failed',
  'zip64_not_supported',
  'zip_bomb_guard',
  'zip_central_directory_too_large',
  'zip_entry_limit',
];

it.each(everyNth(CODES, 12))(
  'an upload of an archive with %s names the code as its failure',
  async (code) => {
    const { bytes, filename } = hostile(code);
    const { failure } = await upload(await newTarget(), new Uint8Array(bytes), { filename });
    expect(failure).toMatchObject({ code, retryable: false });
  },
);

const other = archiveOf('the declared file');
const sent = archiveOf('the sent file');

it.each([
  ['archive_magic_mismatch', Buffer.from('not an archive'), {}],
  ['av_scan_rejected', writeZip([{ name: 'a.txt', content: EICAR }]), {}],
  ['sha256_mismatch', sent, { expectedHashes: { sha256: sha256Of(other) } }],
  [
    'hash_mismatch',
    sent,
    { expectedHashes: { sha256: sha256Of(sent), sha512: digestOf('sha512', other) } },
  ],
])('an upload of bytes with %s names the code as its failure', async (code, content, more) => {
  const { failure } = await upload(await newTarget(), new Uint8Array(content), more);
  expect(failure).toMatchObject({ code, retryable: false });
});
