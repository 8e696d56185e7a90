import { verdictOf } from './inspect.js';
import { type EntrySpec, writeZip } from './zip-writer.js';

/** The code of an archive that the service rejects. */
export const BAD = 'archive_validation_failed';
/** A small stored entry. */
export const file: EntrySpec = { name: 'readme.txt', content: 'a file of the mod' };
/** A compressed entry. */
export const packed: EntrySpec = {
  name: 'data.json',
  content: '{}'.repeat(500),
  method: 'deflate',
};
/** The verdict on a ZIP of `file` and these entries. */
export const verdict = (...entries: readonly EntrySpec[]) =>
  verdictOf(writeZip([file, ...entries]));
